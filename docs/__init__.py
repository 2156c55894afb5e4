"""What the README and the site show, made from the product itself."""
