"""Who banks: the first by a black jack, then by a natural or a sale (rules 2, 18-20)."""

from collections.abc import Iterator
from typing import Final

from croupier.domain.cards import Card
from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.commands import SellBank
from croupier.domain.games.blackjack.events.bank import BankOffered, BankRefused, BankSold
from croupier.domain.games.blackjack.phases import phase_of
from croupier.domain.games.blackjack.state import BlackjackTable, Offer, Steps
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.bank.first import Drawn, banker_of, first_of, name_first_banker
from croupier.domain.table.bank.passing import leave_bank, pass_bank
from croupier.domain.table.bank.waiting import awaited_banker
from croupier.domain.table.clock import Awaited
from croupier.domain.table.order import leftward
from croupier.domain.table.rounds import end_round
from croupier.domain.table.state import By

FEWEST: Final = 2
"""A banker and one to play against him."""


def black_jack_draw(seats: tuple[int, ...], cards: Iterator[Card]) -> Drawn:
    """Rule 2: cards are dealt from the lowest seat to the left until somebody gets a black jack."""
    return first_of(("JS", "JC").__contains__, seats, cards)


def banker_at(table: BlackjackTable) -> int | None:
    """The seat that banks, or will by the draw that the first round brings (rule 2); None while none can."""
    return banker_of(table, black_jack_draw, FEWEST)


def name_banker(table: BlackjackTable) -> Steps:
    """Rule 2: see to it that somebody banks. Raises `Rejected`: `too-few-players`, `no-draw-left`."""
    return name_first_banker(table, black_jack_draw, FEWEST)


def players(table: BlackjackTable, banker: int) -> tuple[int, ...]:
    """Rule 5: who is dealt in against the banker, from his left: those who can stake the minimum."""
    seats = leftward(table.seats, banker)
    return tuple(seat for seat in seats if table.seats[seat].stack >= table.limits.min)


def take_bank(table: BlackjackTable, by: By) -> Steps:
    """Rule 18: who was dealt a natural that the banker had not banks from now on."""
    heir = _require_heir(table, by)
    return (yield from _hand_over(table, heir, 18))


def sell_bank(command: SellBank, table: BlackjackTable, by: By) -> Steps:
    """Rule 19: he may offer the bank to another for a price of 1 or more."""
    heir = _require_heir(table, by)
    if command.to == heir or command.to not in table.seats:
        raise Rejected("unknown-target", f"seat {command.to} is nobody to sell the bank to", 19)
    if command.price < 1:
        raise Rejected("stake-below-minimum", "the price is at least 1", 19)
    return (yield BankOffered(heir, command.to, command.price))


def buy_bank(table: BlackjackTable, by: By) -> Steps:
    """Rule 19: the price goes from stack to stack, and the buyer banks."""
    offer, heir = _require_offer(table, by)
    stack = table.seats[offer.to].stack
    if offer.price > stack:
        raise Rejected("insufficient-chips", f"the bank costs {offer.price}, your stack is {stack}", 19)
    paid = table.seats[heir].stack + offer.price
    table = yield BankSold(heir, offer.to, offer.price, paid, stack - offer.price, 19)
    return (yield from _hand_over(table, offer.to, 19))


def refuse_bank(table: BlackjackTable, by: By) -> Steps:
    """Rule 19: a refused sale leaves who won the bank the choice again."""
    offer, heir = _require_offer(table, by)
    return (yield BankRefused(heir, offer.to))


def _hand_over(table: BlackjackTable, to: int, rule: int) -> Steps:
    """The bank passes, and with it the round ends; the old banker may have bought it himself."""
    banker = banker_in(table)
    if to != banker:
        table = yield BankPassed(banker, to, 0, table.seats[banker].stack, rule)
    return (yield from end_round(table, vacate))


def keep_or_pass_bank(table: BlackjackTable) -> Steps:
    """Rules 18 and 20: without a natural the banker goes on, but with an empty stack he passes the bank."""
    if table.seats[banker_in(table)].stack == 0:
        table = yield from pass_bank(table, leftward, 20)
    return (yield from end_round(table, vacate))


def awaited_starter(table: BlackjackTable) -> Awaited | None:
    """Between rounds the banker is waited for, unless he waits himself, for players who can stake."""
    banker = banker_at(table)
    if banker is not None and table.seats[banker].stack and not players(table, banker):
        return None
    return awaited_banker(table, banker, leftward)


def lose_bank(table: BlackjackTable) -> Steps:
    """A banker who does not start a round in time loses the bank to his left (conventions: time out).

    Nobody is waited for while there is nobody to play with, or nobody else who could bank.
    """
    if awaited_starter(table) is None:
        raise Rejected("wrong-phase", "nobody is waited for")
    table = yield from name_banker(table)
    return (yield from pass_bank(table, leftward, None))


def vacate(table: BlackjackTable, seat: int) -> Steps:
    """A banker who leaves passes the bank to his left."""
    return leave_bank(table, leftward, seat)


def _require_heir(table: BlackjackTable, by: By) -> int:
    if phase_of(table) != "bank" or table.play.offer:
        raise Rejected("wrong-phase", "nobody has to choose who banks", 18)
    heir = table.play.heir
    assert heir is not None
    if by != heir:
        raise Rejected("not-your-turn", f"seat {heir} won the bank", 18)
    return heir


def _require_offer(table: BlackjackTable, by: By) -> tuple[Offer, int]:
    """The offer that the seat has to answer, and who made it."""
    offer, heir = table.play.offer, table.play.heir
    if phase_of(table) != "bank" or offer is None:
        raise Rejected("wrong-phase", "the bank is not offered to anybody", 19)
    if by != offer.to:
        raise Rejected("not-your-turn", f"the bank is offered to seat {offer.to}", 19)
    assert heir is not None
    return offer, heir
