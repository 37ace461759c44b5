"""Replay: every command of a log is decided again, and what comes of it compared with what is stored.

A `Judge` judges entries by their streams, `Whole` what only the log as a whole can tell; `Checker` is both,
entry by entry and without I/O. `replay` runs a stored log past `Judges`, which may share its streams among
processes. The seeds come from a `Seeds`: from beside the log with the installation's key, or from the log's
own reveals. Memory grows with the log's streams, of which only the tail is kept, and not with its length.
"""

from croupier.service.replay.beside import Beside
from croupier.service.replay.checker import Checker
from croupier.service.replay.findings import Finding
from croupier.service.replay.judges import Judges, OneJudge
from croupier.service.replay.judging import Judge, Part
from croupier.service.replay.replaying import Report, replay
from croupier.service.replay.seeds import Revealed, Sealed, Seeds, revealed_by, reveals

__all__ = [
    "Beside",
    "Checker",
    "Finding",
    "Judge",
    "Judges",
    "OneJudge",
    "Part",
    "Report",
    "Revealed",
    "Sealed",
    "Seeds",
    "replay",
    "revealed_by",
    "reveals",
]
