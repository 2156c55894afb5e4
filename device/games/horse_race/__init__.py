"""Horse Race."""
