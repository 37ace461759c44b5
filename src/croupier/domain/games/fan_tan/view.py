"""What may be seen of a fan-tan table. Nothing is hidden but the pack and the size of its cut."""

from typing import Literal

from msgspec import Struct

from croupier.domain.games.fan_tan.banking import banker_at
from croupier.domain.games.fan_tan.state import Bet, CutPart, FanTanTable
from croupier.domain.table.order import leftward
from croupier.domain.table.state import By

Phase = Literal["bank", "start", "betting"]


class FanTanView(Struct, frozen=True):
    """What is waited for: the banker's `bank`, his `start` of a round, or in `betting` bets and his cut.

    `shuffler` is the seat on the banker's left, whose entropy the shuffle should have (rule 7);
    `rounds_left` are the rounds that the banker has still to cut for before the bank passes (rule 12). The
    bets are in the order of placing; `cut` is the last cut, with the number that won.
    """

    phase: Phase
    shuffler: int | None
    rounds_left: int
    bets: tuple[Bet, ...]
    cut: CutPart | None


def view(table: FanTanTable, viewer: By | None) -> FanTanView:
    """The game's part of the table, the same for every viewer."""
    play = table.play
    rounds_left = table.rules.rounds_per_bank - play.rounds
    return FanTanView(_phase(table), _shuffler(table), rounds_left, play.bets, play.cut)


def _phase(table: FanTanTable) -> Phase:
    if table.in_round:
        return "betting"
    return "start" if table.bank else "bank"


def _shuffler(table: FanTanTable) -> int | None:
    """Rule 7: the player on the banker's left."""
    banks = banker_at(table)
    others = () if banks is None else leftward(table.seats, banks)
    return others[0] if others else None
