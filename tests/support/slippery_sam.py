"""The history of a Slippery Sam table, for stories about it."""

from collections.abc import Mapping
from typing import Any

from tests.support.decks import committed, fixed
from tests.support.story import Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decks.events import DeckShuffled
from croupier.domain.games.slippery_sam.commands import SlipperySamLimits, SlipperySamRules
from croupier.domain.games.slippery_sam.events import HandsDealt, TurnBegan, UpcardTurned
from croupier.domain.table.bank.events import BankerNamed, BankSet
from croupier.domain.table.events import RoundStarted, SeatTaken, TableOpened
from croupier.domain.table.order import leftward

TABLE = "slippery-sam-1"
FIRST, SECOND, THIRD = (f"{TABLE}/{number}" for number in (1, 2, 3))
"""The ids of the table's decks."""

RULES = SlipperySamRules()
LIMITS = SlipperySamLimits(5)
PLAYERS = {1: "ann", 2: "bob", 3: "cid", 4: "dora", 5: "eve", 6: "fay", 7: "gil", 8: "hal", 9: "ida"}


def given(*history: Any) -> Story:
    """A Slippery Sam table with that history: events, or tuples of them as the functions below return."""
    return Story(DECIDERS["slippery-sam"], TABLE, history)


def opened(
    *decks: str,
    draw: str = "",
    banker: int | None = None,
    rules: SlipperySamRules = RULES,
    limits: SlipperySamLimits = LIMITS,
) -> tuple[Any, ...]:
    """A test table was opened and its first deck committed to. The cards of each deck go with blanks."""
    named = fixed(*decks, draw=draw, banker=banker)
    return (TableOpened(rules, limits, named), *committed(FIRST))


def shuffling(rules: SlipperySamRules = RULES, limits: SlipperySamLimits = LIMITS) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and its first deck committed to."""
    return (TableOpened(rules, limits), *committed(FIRST))


def seated(seat: int, stack: int = 100) -> SeatTaken:
    """One of `PLAYERS` sat down."""
    return SeatTaken(seat, PLAYERS[seat], stack)


def banking(seat: int, bank: int, left: int) -> tuple[Any, ...]:
    """The seat was named to bank, and put up its bank; `left` is the stack after it."""
    return (BankerNamed(seat), BankSet(seat, bank, bank, left))


def playing(
    cards: str,
    bank: int = 50,
    stacks: Mapping[int, int] = {2: 100, 3: 100},
    rules: SlipperySamRules = RULES,
    limits: SlipperySamLimits = LIMITS,
) -> Story:
    """A table in its first round, dealt from that deck, at which seat 1 banks and has 50 besides his bank."""
    order = leftward((1, *stacks), 1)
    place = 3 * len(order)
    price = rules.upcard_price if isinstance(rules.upcard_price, int) else -(-bank // 5)
    return given(
        opened(cards, "", banker=1, rules=rules, limits=limits),
        seated(1, bank + 50),
        *(seated(seat, stack) for seat, stack in stacks.items()),
        banking(1, bank, 50),
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        committed(SECOND),
        HandsDealt(order),
        UpcardTurned(cards.split()[place], place, 4),
        TurnBegan(order[0], price),
    )
