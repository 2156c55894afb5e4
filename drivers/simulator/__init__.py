"""A box without a box: the real drivers on a modelled panel and modelled pins, and two ways to look at it."""
