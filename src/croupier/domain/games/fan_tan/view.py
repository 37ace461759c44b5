"""What may be seen and done at a fan-tan table. Nothing is hidden but the pack and the size of its cut."""

from typing import Literal

from msgspec import Struct

from croupier.domain.amounts import MOST
from croupier.domain.decks.state import deck_of
from croupier.domain.games.fan_tan.banking import FEWEST, banker_at, may_add
from croupier.domain.games.fan_tan.bets import may_bet_more
from croupier.domain.games.fan_tan.layout import SPOTS
from croupier.domain.games.fan_tan.state import Bet, CutPart, FanTanTable
from croupier.domain.games.game import Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.order import leftward
from croupier.domain.table.state import HOUSE, By

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


def standing(table: FanTanTable) -> Standing:
    """The bank is set apart, the bets are in play."""
    in_play = sum(bet.stake for bet in table.play.bets)
    return Standing(bank=table.bank, in_play=in_play, banker=banker_at(table))


def options(table: FanTanTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house does nothing here."""
    if by == HOUSE:
        return ()
    if not table.in_round:
        return tuple(_between_rounds(table, by)) if by == banker_at(table) else ()
    if by == table.banker:
        return tuple(_cut(table))
    return (*_stakes(table, by), *_withdrawals(table, by))


def _between_rounds(table: FanTanTable, seat: int) -> list[Option]:
    """Rule 3: the banker sets his bank, or adds to it and starts a round."""
    stack = table.seats[seat].stack
    if not table.bank:
        amount = Range(min(table.limits.min, stack), min(stack, MOST))
        return [Option("set-bank", {"amount": amount})] if stack else []
    found = []
    if len(table.seats) >= FEWEST and not table.decks.exhausted:
        found.append(Option("start-round"))
    if may_add(table) and stack:
        found.append(Option("add-to-bank", {"amount": Range(1, min(stack, MOST))}))
    return found


def _cut(table: FanTanTable) -> list[Option]:
    """Rule 8: the banker's one decision in a round is when to cut."""
    return [] if deck_of(table).cut is None else [Option("cut")]


def _stakes(table: FanTanTable, seat: int) -> list[Option]:
    """Rules 5 and 6: any spot, any stake within the limits that the stack holds."""
    most = min(table.seats[seat].stack, table.limits.max)
    if most < table.limits.min or not may_bet_more(table, seat):
        return []
    return [Option("place-bet", {"on": OneOf(tuple(SPOTS)), "stake": Range(table.limits.min, most)})]


def _withdrawals(table: FanTanTable, seat: int) -> list[Option]:
    numbers = tuple(bet.bet for bet in table.play.bets_of(seat))
    return [Option("withdraw-bet", {"bet": OneOf(numbers)})] if numbers else []
