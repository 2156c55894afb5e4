"""The one error that a command reports as a sentence on stderr with exit code 2."""

from __future__ import annotations


class UserError(Exception):
    """Something the person gave is wrong; the message names the cause and the cure, in one sentence."""
