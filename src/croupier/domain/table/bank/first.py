"""The first banker of a game whose bank rotates: drawn by the highest cut, or by the first card of a kind.

The cards come from the seed of the coming deck alone (its shuffle number 0, without contributions), so that
nobody can try for another outcome by contributing anew. The draw is made within the first command that needs
a banker; a refused one leaves nothing behind, and at the next the draw is the same.
"""

from collections.abc import Callable, Generator, Iterator

from croupier.domain.cards import PACK, RANKS, Card, rank
from croupier.domain.decider import Rejected
from croupier.domain.shuffle import Draws, shuffled
from croupier.domain.table.bank.events import BankerNamed, CardDrawn, PassingEvent
from croupier.domain.table.state import AnyTable, T

Steps = Generator[PassingEvent, T, T]
Drawn = tuple[tuple[CardDrawn, ...], int]
"""The cards of a draw in the order in which they turned up, and the seat that banks."""

Draw = Callable[[tuple[int, ...], Iterator[Card]], Drawn]
"""How a game draws among seats (ascending) with cards that turn up one by one."""


def name_first_banker(table: T, draw: Draw, fewest: int = 1) -> Steps[T]:
    """See to it that somebody banks.

    `fewest` seats have to be taken for a draw. Raises `Rejected`: `too-few-players`, and `no-draw-left` where
    the named cards run out.
    """
    if table.banker is not None:
        return table
    cards, banker = first_banker(table, draw, fewest)
    for card in cards:
        table = yield card
    return (yield BankerNamed(banker))


def first_banker(table: AnyTable, draw: Draw, fewest: int = 1) -> Drawn:
    """How the draw for the first bank goes, among the seats that have chips. Raises `Rejected`.

    A seat that a test table names banks without a draw, if it is taken.
    """
    if (named := named_banker(table)) is not None:
        return (), named
    able = tuple(number for number, seat in table.seats.items() if seat.stack)
    if len(table.seats) < fewest or not able:
        raise Rejected("too-few-players", f"a first banker needs chips, and {fewest} or more at the table")
    try:
        return draw(able, _cards(table))
    except StopIteration:
        raise Rejected("no-draw-left", "the cards named for the draw have run out") from None


def named_banker(table: AnyTable) -> int | None:
    """The seat that a test table names to bank first, if it is taken."""
    fixed = table.decks.fixed
    return fixed.banker if fixed and isinstance(fixed.banker, int) and fixed.banker in table.seats else None


def banker_of(table: AnyTable, draw: Draw, fewest: int = 1) -> int | None:
    """Who banks, or would if somebody gave the first command now; None while nobody can.

    Who does not know the coming deck's seed, as an auditor before its reveal, can't tell before the draw.
    """
    if table.banker is not None:
        return table.banker
    coming = table.decks.coming
    if table.decks.fixed is None and (coming is None or coming.seed is None):
        return None
    try:
        return first_banker(table, draw, fewest)[1]
    except Rejected:
        return None


def highest_cut(seats: tuple[int, ...], cards: Iterator[Card]) -> Drawn:
    """Everyone cuts a card, the highest (ace high, suits equal) banks; equals cut again among themselves."""
    drawn: list[CardDrawn] = []
    while len(seats) > 1:
        cut = [CardDrawn(seat, next(cards)) for seat in seats]
        drawn += cut
        highest = max(RANKS.index(rank(one.card)) for one in cut)
        seats = tuple(one.seat for one in cut if RANKS.index(rank(one.card)) == highest)
    return tuple(drawn), seats[0]


def first_of(wanted: Callable[[Card], bool], order: tuple[int, ...], cards: Iterator[Card]) -> Drawn:
    """Cards are dealt face up round the table in the `order` until somebody gets a `wanted` one: he banks."""
    drawn: list[CardDrawn] = []
    while True:
        for seat in order:
            drawn.append(CardDrawn(seat, next(cards)))
            if wanted(drawn[-1].card):
                return tuple(drawn), seat


def _cards(table: AnyTable) -> Iterator[Card]:
    if table.decks.fixed:
        return iter(table.decks.fixed.draw)
    return _shuffled_packs(table)


def _shuffled_packs(table: AnyTable) -> Iterator[Card]:
    """A pack, and another when all of it has been cut away."""
    coming = table.decks.coming
    assert coming
    assert coming.seed is not None
    draws = Draws.of_deck(coming.id, coming.seed, {}, 0)
    while True:
        yield from shuffled(PACK, draws)
