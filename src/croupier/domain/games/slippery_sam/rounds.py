"""The course of a round: the deal, the order of the turns, and the end (rules 2, 4, 11-13)."""

from croupier.domain.decider import Given, Rejected
from croupier.domain.decks.state import deck_of
from croupier.domain.decks.steps import reveal_current_deck, shuffle_coming_deck
from croupier.domain.games.slippery_sam.banking import FEWEST, vacate
from croupier.domain.games.slippery_sam.bounds import price_of_turn
from croupier.domain.games.slippery_sam.events import HandsDealt, TurnBegan, UpcardTurned
from croupier.domain.games.slippery_sam.state import SlipperySamTable, Steps, seats_after
from croupier.domain.table.bank.passing import pass_bank
from croupier.domain.table.order import leftward
from croupier.domain.table.rounds import begin_round, end_round
from croupier.domain.table.state import HOUSE, By


def start_round(table: SlipperySamTable, by: By, given: Given) -> Steps:
    """Rules 2 and 4: the banker shuffles, deals from his left one card at a time, and turns the upcard."""
    if table.in_round:
        raise Rejected("wrong-phase", "the hands have been dealt", 4)
    if not table.bank:
        raise Rejected("wrong-phase", "the banker has not put up his bank", 3)
    if by == HOUSE or by != table.banker:
        raise Rejected("not-the-banker", f"seat {table.banker} banks and deals", 4)
    if len(table.seats) < FEWEST:
        raise Rejected("too-few-players", f"a round needs {FEWEST} players")
    table = yield from begin_round(table)
    table = yield from shuffle_coming_deck(table, given, 1)
    table = yield HandsDealt(leftward(table.seats, by))
    table = yield from turn_upcard(table, 4)
    return (yield from _begin_turn(table, table.play.order[0]))


def turn_upcard(table: SlipperySamTable, rule: int) -> Steps:
    """The pack's next card is turned up for the banker: the first (rule 4), or a new one (rule 7)."""
    deck = deck_of(table)
    return (yield UpcardTurned(deck.next_card(), deck.dealt, rule))


def go_on(table: SlipperySamTable, after: int) -> Steps:
    """Rules 11 to 13: the next on the left meets the upcard that lies, if the bank has any chips for him."""
    waiting = seats_after(table, after)
    if not waiting:
        return (yield from _end(table, 12))
    if not table.bank:
        return (yield from _end(table, 13))
    return (yield from _begin_turn(table, waiting[0]))


def _begin_turn(table: SlipperySamTable, seat: int) -> Steps:
    """Rule 7: what the turn's upcards cost is fixed by the bank as it stands now."""
    return (yield TurnBegan(seat, price_of_turn(table)))


def _end(table: SlipperySamTable, rule: int) -> Steps:
    """Rules 12 and 13: the banker takes what is in the bank, and bank and deal pass to the left."""
    table = yield from pass_bank(table, leftward, rule)
    table = yield from end_round(table, vacate)
    return (yield from reveal_current_deck(table))
