"""Drawing and standing, the players' and the banker's (rules 10-12, 14, 26, 27)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.commands import Face
from croupier.domain.games.blackjack.course import carry_on, finish
from croupier.domain.games.blackjack.dealing import OWN_HAND, give
from croupier.domain.games.blackjack.events.hands import CardAsked, HandStood
from croupier.domain.games.blackjack.hands import accident_of, cards_of
from croupier.domain.games.blackjack.pack import cards_to_come
from croupier.domain.games.blackjack.phases import drawer, phase_of
from croupier.domain.games.blackjack.settlement import collect, settle_against_banker, show
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.games.blackjack.stopping import judge, stop
from croupier.domain.games.blackjack.values import is_bust, is_hard_21
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.state import By


def hit(table: BlackjackTable, by: By) -> Steps:
    """Rules 10 and 11: who is in turn draws a card; by hand a player asks the banker for it (rule 25).

    Rule 27: when no card is left the hand stands instead.
    """
    if phase_of(table) == "banker":
        _require_banker(table, by)
        return (yield from _banker_draws(table))
    hand = require_turn(table, by)
    if is_bust(cards_of(table, hand.cards)):
        raise Rejected("wrong-phase", "over 21 you declare that or stand", 26)
    if not cards_to_come(table):
        table = yield from stop(table, hand, 27)
    elif table.rules.dealing == "manual":
        table = yield CardAsked(hand.seat, hand.number)
    else:
        table = yield from draw(table, hand, "up")
    return (yield from carry_on(table))


def draw(table: BlackjackTable, hand: Hand, face: Face) -> Steps:
    """Rule 10: the next card comes to the hand that asked for it, which may be settled by it."""
    table = yield from give(table, hand.seat, hand.number, face, 10)
    if not accident_of(table.play, hand.seat):
        table = yield from judge(table, hand.seat, hand.number)
    return table


def stand(table: BlackjackTable, by: By) -> Steps:
    """Rules 10 and 11: who is in turn takes no more cards."""
    if phase_of(table) == "banker":
        _require_banker(table, by)
        return (yield from banker_stands(table, 11))
    return (yield from let_stand(table, require_turn(table, by)))


def let_stand(table: BlackjackTable, hand: Hand) -> Steps:
    """The hand in turn stands, by its player or by the clock (time out)."""
    table = yield from stop(table, hand, 10)
    return (yield from carry_on(table))


def declare_bust(table: BlackjackTable, by: By) -> Steps:
    """Rule 26: who says that he is over 21 pays at once, his stake and no more."""
    if table.rules.bust == "automatic":
        raise Rejected("wrong-phase", "at this table busts are not declared", 26)
    hand = require_turn(table, by)
    if not is_bust(cards_of(table, hand.cards)):
        raise Rejected("wrong-phase", "your hand is not over 21", 26)
    table = yield from show(table, hand)
    table = yield from collect(table, hand, 26)
    return (yield from carry_on(table))


def _banker_draws(table: BlackjackTable) -> Steps:
    """Rule 11: he draws as he likes; over 21, on hard 21 or without cards left (rule 27) he is done."""
    if not cards_to_come(table):
        return (yield from banker_stands(table, 27))
    table = yield from give(table, banker_in(table), OWN_HAND, "up", 11)
    own = cards_of(table, table.play.own)
    if is_bust(own):
        return (yield from _settle(table))
    if is_hard_21(own):
        return (yield from banker_stands(table, 10))
    return table


def banker_stands(table: BlackjackTable, rule: int) -> Steps:
    """Rule 12: the banker is done, and all remaining hands are settled."""
    table = yield HandStood(banker_in(table), OWN_HAND, rule)
    return (yield from _settle(table))


def _settle(table: BlackjackTable) -> Steps:
    table = yield from settle_against_banker(table)
    return (yield from finish(table))


def require_turn(table: BlackjackTable, by: By) -> Hand:
    """Rule 10: the hand in turn, if it is the seat's and waits for nothing else.

    Raises `Rejected`: `not-your-turn`, or `wrong-phase`, as while an accident of the seat is open (rule 25).
    """
    if phase_of(table) not in ("drawing", "banker") or accident_of(table.play, by):
        raise Rejected("wrong-phase", "you can't draw or stand now", 10)
    hand = drawer(table)
    if hand is None or by != hand.seat:
        raise Rejected("not-your-turn", "it is not your turn to draw", 10)
    if hand.asked:
        raise Rejected("wrong-phase", "the banker has to deal you the card that you asked for", 25)
    return hand


def _require_banker(table: BlackjackTable, by: By) -> None:
    if by != table.banker:
        raise Rejected("not-your-turn", "the banker plays his hand", 11)
