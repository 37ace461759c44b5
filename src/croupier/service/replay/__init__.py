"""Replay: every command of a log is decided again, and what comes of it compared with what is stored.

`Checker` is the judgement, entry by entry and without I/O; `replay` runs a stored log past it. Both take
their seeds from a `Seeds`: from beside the log with the installation's key, or from the log's own reveals.
Memory grows with the log's streams, of which only the tail is kept, and not with its length.
"""

from croupier.service.replay.checker import Checker, Part
from croupier.service.replay.findings import Finding
from croupier.service.replay.replaying import Report, replay
from croupier.service.replay.seeds import Revealed, Sealed, Seeds, revealed_by, reveals

__all__ = [
    "Checker",
    "Finding",
    "Part",
    "Report",
    "Revealed",
    "Sealed",
    "Seeds",
    "replay",
    "revealed_by",
    "reveals",
]
