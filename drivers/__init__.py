"""Everything that touches a wire, or pretends to: panel, buttons, lamps, buzzer, and the simulator below them."""
