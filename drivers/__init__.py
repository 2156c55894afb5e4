"""Everything that touches a wire, or pretends to: panel, buttons, lamps, buzzer, and the simulator below them.

From a press: `buttons` take edges and levels from the pins, `debounce` makes presses and holds of them.
To a pixel: `display` keeps the newest picture and brings a lost panel back, `oled` sends what changed, `packing` finds it.
Beside them: `lamps`, `buzzer` and `rtttl`. `chores` says who does timed work: a thread, or virtual time.
Together: `pi` joins them to a board; `header` opens it on a Pi, `simulator.box` on modelled wires; `choose` picks one of the two.
The wiring: `pinout` reads and checks pinout.toml, `wiring` holds what the owner chose, `checks` and `testcard` find what is wrong.
The application knows `contract` only, and nothing here knows the application.
"""
