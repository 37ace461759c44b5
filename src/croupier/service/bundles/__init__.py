"""Bundles: a part of a log, or all of it, to take away and check elsewhere.

A bundle is a tar archive of records with everything that proves them: the signed checkpoint, the hash
tiles between it and the records, and the public keys. It is written as a stream in bounded memory, however
long the log is, and read the same way by `croupier.service.verifying`. docs/auditing.md tells the format.
"""

from croupier.service.bundles.exporting import Bundle, Bundles
from croupier.service.bundles.selections import (
    BadSelection,
    OfPlayer,
    OfRound,
    OfTable,
    Selection,
    Span,
    WholeLog,
    selection_of,
)

__all__ = [
    "BadSelection",
    "Bundle",
    "Bundles",
    "OfPlayer",
    "OfRound",
    "OfTable",
    "Selection",
    "Span",
    "WholeLog",
    "selection_of",
]
