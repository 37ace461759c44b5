"""What a replay may find wrong with a log."""

from typing import Literal

from msgspec import Struct

from croupier.service.ports import Entry

Code = Literal[
    "position-gap",  # entries are missing, or one is out of its order
    "log-truncated",  # the log ends before the position that it is said to have, or that was signed
    "root-differs",  # one of the entries is not the one whose hash was signed with the tree
    "unknown-stream",  # no kind of aggregate has streams of that name
    "record-too-large",  # the record is longer than the format allows
    "record-unreadable",  # the record is not in the format
    "record-not-canonical",  # the record has other fields, another order or spacing than the format
    "stream-differs",  # the record names another stream than the one it is stored in
    "revision-differs",  # the record names another revision than the one it is stored at
    "revision-gap",  # entries of the stream are missing, or one is there again
    "prev-differs",  # the record names another predecessor than the one that is stored
    "id-invalid",  # the entry's id is no UUIDv7
    "time-invalid",  # the record's time is not in the format
    "time-reversed",  # the entry is older than the one before it in its stream
    "time-differs",  # the entry is later than its id, which was made in the same moment
    "rules-differ",  # the record names other rules than its stream's, or a version that is not known here
    "command-refused",  # the rules refuse the command
    "command-undecidable",  # the command makes no sense to the rules where it stands
    "events-differ",  # the rules make other events of the command
    "commitment-differs",  # a deck was committed to that is not the one of its seed
    "reveal-differs",  # the seed revealed is not the one committed to
    "deck-unrevealed",  # a table was closed without revealing its decks
    "seal-broken",  # the seed beside the entry was changed, or belongs to another one
    "seed-missing",  # no seed lies beside an entry that commits to a deck
    "seed-unexpected",  # seeds lie beside the entry that are not of the decks it commits to
    "transfer-broken",  # chips left a table or wallet, and their other end is not what follows
    "evidence-differs",  # a dispute's evidence is not what the log has of its round, or no such round is over
    "head-differs",  # there are entries behind the position that is counted as the log's last
    "count-differs",  # the revision that is counted of a stream is not that of its last entry
    "checkpoint-differs",  # what is kept as the last checkpoint is not what was signed and published last
    "chips-not-conserved",  # chips came from nowhere or went to nowhere
]


class Finding(Struct, frozen=True):
    """One thing wrong with a log: the entry where it shows, its kind, and a sentence about it.

    What is wrong with the log and not with an entry has no `stream`, and the last `position`, if any, or -1.
    """

    position: int
    stream: str
    revision: int
    code: Code
    detail: str


def found(entry: Entry, code: Code, detail: str) -> Finding:
    """A finding at a stored entry."""
    return Finding(entry.position, entry.stream, entry.revision, code, detail)
