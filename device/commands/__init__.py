"""The commands of `meneur`, a module each: `add_arguments(parser)` and `run(arguments)`. Only here is hardware chosen."""
