"""The errors of tasks."""

from typing import Any


class RefusedError(ValueError):
    """A request that cannot be done: a wrong value, an unreadable input, a contradiction.

    Attributes:
        error: What is wrong.
        hint: What to do about it, if that is known.
        key: The keyword argument that is wrong, if the error is about a single one.
        answer: Where a task does several inputs, its answer to the others; None if nothing was done.
    """

    def __init__(
        self, error: str, hint: str | None = None, key: str | None = None, answer: Any = None
    ) -> None:
        super().__init__(error, hint, key)
        self.error = error
        self.hint = hint
        self.key = key
        self.answer = answer

    def __str__(self) -> str:
        about = f"{self.key}: {self.error}" if self.key else self.error
        return f"{about}\nhint: {self.hint}" if self.hint else about
