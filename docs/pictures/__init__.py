"""The moving pictures: each script of this folder played on the simulated box and drawn as the box on the table."""
