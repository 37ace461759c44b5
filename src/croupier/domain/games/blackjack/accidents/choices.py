"""What a player does with a card that should not have come to him (rules 22-24)."""

from croupier.domain.decider import Actor, Rejected
from croupier.domain.games.blackjack.commands import BlackjackCommand, KeepCard, KeepCardAt
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.dealing import give, rule_of_accident
from croupier.domain.games.blackjack.events.cards import (
    BothPlayed,
    CardDealt,
    CardKept,
    CardRefused,
    ExtraCardDealt,
)
from croupier.domain.games.blackjack.hands import accident_of, cards_of, free_number, hand_at
from croupier.domain.games.blackjack.state import Accident, AccidentKind, BlackjackTable, Dealt, Steps
from croupier.domain.games.blackjack.stopping import judge
from croupier.domain.table.state import HOUSE, By


def keep_card(command: KeepCard | KeepCardAt, table: BlackjackTable, by: By) -> Steps:
    """Rules 22 and 23: one of two cards is kept and the other discarded, or the unasked one is kept."""
    accident = _require(table, by, "two-first-cards", "two-second-cards", "unasked-card")
    choices = to_choose_from(table, accident)
    place = command.place if isinstance(command, KeepCardAt) else _place(command, table, accident)
    for card in choices:
        if card.place == place:
            return (yield from keep(table, accident, card))
    cards = " or ".join(cards_of(table, choices))
    raise Rejected("unknown-target", f"you may keep {cards}", accident_rule(accident))


def veiled(command: BlackjackCommand, table: BlackjackTable, actor: Actor) -> BlackjackCommand | KeepCardAt:
    """The command as the log may have it: a card that a player keeps is told by its place."""
    if not isinstance(command, KeepCard) or actor.role != "player":
        return command
    accident = accident_of(table.play, table.seat_of(actor.id) or HOUSE)
    place = _place(command, table, accident) if accident else None
    return command if place is None else KeepCardAt(place)


def _place(command: KeepCard, table: BlackjackTable, accident: Accident) -> int | None:
    """The place of the card that the command names, None when it is not one to choose from."""
    choices = to_choose_from(table, accident)
    named = zip(cards_of(table, choices), choices, strict=True)
    return next((dealt.place for card, dealt in named if card == command.card), None)


def to_choose_from(table: BlackjackTable, accident: Accident) -> tuple[Dealt, ...]:
    """The cards of which one is kept, the first dealt first; an unasked one is the only choice."""
    if accident.kind == "unasked-card":
        return (accident.card,)
    return (hand_at(table.play, accident.seat, accident.hand).cards[-1], accident.card)


def keep(table: BlackjackTable, accident: Accident, kept: Dealt) -> Steps:
    """Rules 22 and 23: the card is kept, by player or clock; an unasked one may settle the hand."""
    others = [card for card in to_choose_from(table, accident) if card != kept]
    discarded = others[0].place if others else None
    table = yield CardKept(accident.seat, accident.hand, kept.place, discarded, accident_rule(accident))
    return (yield from _go_on(table, accident))


def play_both(table: BlackjackTable, by: By) -> Steps:
    """Rule 22: two first cards are played as two hands, each with a stake of its own."""
    accident = _require(table, by, "two-first-cards")
    if not can_play_both(table, accident.seat):
        raise Rejected("insufficient-chips", f"two hands take {2 * table.limits.min} at least", 22)
    table = yield BothPlayed(accident.seat, accident.hand, free_number(table.play, accident.seat))
    return (yield from carry_on(table))


def can_play_both(table: BlackjackTable, seat: int) -> bool:
    """Whether the seat can lay the least stake on two hands (rules 5, 22)."""
    return table.seats[seat].stack >= 2 * table.limits.min


def accept_card(table: BlackjackTable, by: By) -> Steps:
    """Rule 24: the exposed card is taken; it may be a card too many all the same."""
    return accept(table, _require(table, by, "exposed-card"))


def accept(table: BlackjackTable, accident: Accident) -> Steps:
    """Rule 24: the exposed card is taken, by the player or by the clock."""
    seat, hand, then = accident.seat, accident.hand, accident.then
    card, place, face = accident.card.card, accident.card.place, accident.card.face
    if then:
        table = yield ExtraCardDealt(seat, hand, card, place, face, then, rule_of_accident(then))
    else:
        table = yield CardDealt(seat, hand, card, place, face, 24)
    return (yield from _go_on(table, accident))


def refuse_card(table: BlackjackTable, by: By) -> Steps:
    """Rules 23 and 24: the card goes to the bottom; in the place of an exposed one the next comes."""
    accident = _require(table, by, "exposed-card", "unasked-card")
    rule = accident_rule(accident)
    table = yield CardRefused(accident.seat, accident.hand, accident.card.place, rule)
    if accident.kind == "exposed-card":
        face = accident.card.face
        table = yield from give(table, accident.seat, accident.hand, face, rule, accident.then)
    return (yield from _go_on(table, accident))


def accident_rule(accident: Accident) -> int:
    """The rule that the accident is settled by."""
    return 24 if accident.kind == "exposed-card" else rule_of_accident(accident.kind)


def _go_on(table: BlackjackTable, accident: Accident) -> Steps:
    """What the card leads to: in drawing it may settle the hand, out of turn as well."""
    if table.play.stage == "drawing":
        table = yield from judge(table, accident.seat, accident.hand)
    return (yield from carry_on(table))


def _require(table: BlackjackTable, by: By, *kinds: AccidentKind) -> Accident:
    """The accident of the seat, of one of those kinds.

    Raises `Rejected`: `wrong-phase`, or `not-your-turn` when another seat has one.
    """
    accident = accident_of(table.play, by)
    if accident and accident.kind in kinds:
        return accident
    if accident is None and any(other.kind in kinds for other in table.play.accidents):
        raise Rejected("not-your-turn", "that choice is another player's", 25)
    raise Rejected("wrong-phase", "there is no such choice to make", 25)
