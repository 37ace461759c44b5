"""Dealing by hand: the banker burns, and says to whom each card goes (rules 21-25)."""

from msgspec import Struct

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.commands import DealCard
from croupier.domain.games.blackjack.course import begin_second, carry_on
from croupier.domain.games.blackjack.dealing import OWN_HAND, give
from croupier.domain.games.blackjack.drawing import draw
from croupier.domain.games.blackjack.events.cards import ExtraKind
from croupier.domain.games.blackjack.hands import accident_of, hand_at, live_of
from croupier.domain.games.blackjack.pack import burn_top_card, cards_to_come
from croupier.domain.games.blackjack.phases import Phase, has_begun, phase_of
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Play, Steps
from croupier.domain.table.state import By

GO_ROUNDS: tuple[Phase, ...] = ("first-go-round", "second-go-round")


class Destination(Struct, frozen=True):
    """What a card is for the seat that it goes to: of which hand, by which rule, or a card too many."""

    hand: int
    rule: int
    accident: ExtraKind | None = None


def burn(table: BlackjackTable, by: By) -> Steps:
    """Rules 3 and 21: the banker burns, unasked before the first card only."""
    if not may_burn(table):
        raise Rejected("wrong-phase", "nothing can be burned now", 21)
    _require_banker(table, by)
    table = yield from burn_top_card(table)
    return (yield from carry_on(table))


def may_burn(table: BlackjackTable) -> bool:
    """Rule 21: dealing by hand, on demand, or unasked before the first card."""
    if table.rules.dealing != "manual" or phase_of(table) != "first-go-round":
        return False
    play = table.play
    return play.burn == "demanded" or (play.burn == "none" and not has_begun(play))


def deal_card(command: DealCard, table: BlackjackTable, by: By) -> Steps:
    """Rule 25: the next card goes to a seat; one that fits nothing is refused.

    With the banker's own card the go-round ends, but not before open accidents are settled. Who was skipped
    in the second plays on with his one card.
    """
    if not may_deal(table):
        raise Rejected("wrong-phase", "no card can be dealt by hand now", 25)
    _require_banker(table, by)
    to = destination(table, command.to)
    if to is None:
        raise Rejected("unknown-target", f"no card fits seat {command.to} now", 25)
    if table.play.stage == "bets":
        table = yield from begin_second(table)
    if table.play.stage == "drawing" and to.accident is None:
        hand = hand_at(table.play, command.to, to.hand)
        table = yield from draw(table, hand, command.face)
    else:
        table = yield from give(table, command.to, to.hand, command.face, to.rule, to.accident)
    return (yield from carry_on(table))


def may_deal(table: BlackjackTable) -> bool:
    """Whether the banker deals now, and there is a card to deal (rules 21, 27)."""
    if table.rules.dealing != "manual" or table.play.burn == "demanded":
        return False
    return phase_of(table) in (*GO_ROUNDS, "drawing", "banker") and cards_to_come(table) > 0


def destination(table: BlackjackTable, seat: int) -> Destination | None:
    """Rules 4, 7, 10, 22 and 23: what the next card would be for the seat; None when it fits nothing there.

    A seat settles one accident before it can get another card (rule 25).
    """
    play, phase = table.play, phase_of(table)
    if phase in GO_ROUNDS and seat == table.banker:
        return _of_banker(play)
    if seat not in play.order or accident_of(play, seat):
        return None
    match phase:
        case "first-go-round":
            return _in_first(play, seat)
        case "second-go-round":
            return _in_second(live_of(play, seat))
        case "drawing":
            return _in_drawing(live_of(play, seat))
        case _:
            return None


def _of_banker(play: Play) -> Destination | None:
    """Rules 4, 7 and 25: his card of the go-round, but no second one in it."""
    if play.stage == "first":
        return None if play.own else Destination(OWN_HAND, 4)
    return Destination(OWN_HAND, 7) if len(play.own) == 1 else None


def _in_first(play: Play, seat: int) -> Destination | None:
    """Rules 4 and 22: his card, or a second one."""
    hands = live_of(play, seat)
    if not hands:
        return Destination(OWN_HAND, 4)
    return Destination(OWN_HAND, 22, "two-first-cards") if _is_single(hands) else None


def _in_second(hands: tuple[Hand, ...]) -> Destination | None:
    """Rules 7 and 22: the second card of each of his hands, or of a single hand another one."""
    for hand in hands:
        if len(hand.cards) == 1:
            return Destination(hand.number, 7)
    return Destination(hands[0].number, 22, "two-second-cards") if _is_single(hands) else None


def _in_drawing(hands: tuple[Hand, ...]) -> Destination | None:
    """Rules 10 and 23: the card he asked for, or one that he did not."""
    hand = next((hand for hand in hands if not hand.stands), None)
    if hand is None:
        return None
    return Destination(hand.number, 10) if hand.asked else Destination(hand.number, 23, "unasked-card")


def _is_single(hands: tuple[Hand, ...]) -> bool:
    """Whether the seat plays one hand, and has not had two cards in this go-round already (rule 25)."""
    return len(hands) == 1 and not hands[0].chose


def _require_banker(table: BlackjackTable, by: By) -> None:
    if by != table.banker:
        raise Rejected("not-the-banker", f"seat {table.banker} deals", 25)
