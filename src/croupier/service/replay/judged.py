"""What a replay makes of one entry by its stream alone, as far as the rest of the log has a say in it."""

from typing import Any, Final, Literal

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import OpenDispute
from croupier.domain.table.commands import CorrectHouse
from croupier.domain.wallet.commands import BuyIn, CashOut, Correct
from croupier.service.records import AnyRecord
from croupier.service.replay.differences import Said
from croupier.service.replay.rounds import RoundOver
from croupier.service.transfers import Move

_TOLD: Final = frozenset((BuyIn, CashOut, Correct, CorrectHouse, OpenDispute))


class Remarks(Struct, frozen=True):
    """What is no fault of an entry and is counted all the same.

    It is `unchecked` where its stream was lost before, `undecided` where the seed of a deck is not known.
    `named_cards`: it opened a test table, whose cards are named.
    """

    unchecked: bool = False
    undecided: bool = False
    other_code: bool = False
    named_cards: bool = False


class Judged(Struct, frozen=True):
    """An entry that was judged by its stream.

    `entered` is the kind of stream whose state it went into: "passed" where the state can't be known,
    "nothing" where the entry can't even be followed. `lost` says that the stream's state is not known from
    here on. `change` is by how many chips its stream changed; `deposited` and `withdrawn` are those that came
    from and went to the outside, `corrected` what a ruling moved to the house's account. `command`, by
    `actor`, is told where it is the end of a transfer or opens a dispute; `moves` are the transfer's ends in
    other streams; `over` is the round that ended.
    """

    wrong: tuple[Said, ...] = ()
    entered: Literal["table", "wallet", "dispute", "passed", "nothing"] = "table"
    lost: bool = False
    change: int = 0
    deposited: int = 0
    withdrawn: int = 0
    corrected: int = 0
    command: Move | OpenDispute | None = None
    actor: Actor | None = None
    moves: tuple[tuple[str, Move], ...] = ()
    over: RoundOver | None = None
    remarks: Remarks | None = None


ORDINARY: Final = Judged()
"""An entry of a table with which all is well, and which is nothing to the rest of the log."""


def told(record: AnyRecord) -> Any:
    """The record's command if the rest of the log has a say in it, else None."""
    return record.command if type(record.command) in _TOLD else None
