"""The one error that a command reports as a sentence on stderr with exit code 2."""

from __future__ import annotations

from collections.abc import Mapping


class UserError(Exception):
    """Something the person gave is wrong; the message names the cause and the cure, in one sentence.

    A sentence that is shown on the panel is a msgid, and what belongs in it comes as values.
    """

    def __init__(self, sentence: str, values: Mapping[str, object] | None = None) -> None:
        super().__init__(sentence % values if values else sentence)
        self.sentence = sentence
        self.values: Mapping[str, object] = values or {}
