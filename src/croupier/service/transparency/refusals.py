"""Why a log is not signed (any more)."""

from typing import Final

SHRANK: Final = "log-shrank"
"""The log has fewer entries than were signed."""
FORKED: Final = "log-forked"
"""The log's entries have another root than the one that was signed for them."""
ROLLED_BACK: Final = "checkpoints-rolled-back"
"""The database has lost checkpoints that it had published."""
DIFFERS: Final = "checkpoint-differs"
"""The last checkpoint in the database contradicts itself, or is signed by none of the log's keys."""
DAMAGED: Final = "tree-damaged"
"""Entries or tiles are missing, or a tile is not what its entries make."""
FORGOTTEN: Final = "signed-file-unreadable"
"""What is remembered of earlier signatures, beside the private key, can't be read."""


class SigningRefused(Exception):
    """A signature would contradict an earlier one, or can't be shown not to; `code` is one of the above."""

    def __init__(self, code: str, text: str) -> None:
        """The text is for people."""
        super().__init__(text)
        self.code = code
