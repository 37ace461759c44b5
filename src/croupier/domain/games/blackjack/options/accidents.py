"""What a player may demand, and do about a card that should not have come to him (rules 21-24)."""

from croupier.domain.games.blackjack.accidents.choices import can_play_both, to_choose_from
from croupier.domain.games.blackjack.accidents.demands import burn_is_due, may_demand_card
from croupier.domain.games.blackjack.accidents.withdrawing import wronged_hands
from croupier.domain.games.blackjack.hands import accident_of, cards_of
from croupier.domain.games.blackjack.pack import can_deal
from croupier.domain.games.blackjack.state import Accident, BlackjackTable
from croupier.domain.options import OneOf, Option


def accident_options(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """The choices of his open accident, and what he may demand or withdraw."""
    found = []
    if burn_is_due(table) and seat in table.play.order:
        found.append(Option("demand-burn"))
    if may_demand_card(table, seat) and can_deal(table):
        found.append(Option("demand-card"))
    if wronged_hands(table, seat):
        found.append(Option("withdraw"))
    accident = accident_of(table.play, seat)
    return (*found, *(_choices(table, accident) if accident else ()))


def _choices(table: BlackjackTable, accident: Accident) -> tuple[Option, ...]:
    if accident.kind == "exposed-card":
        return (Option("accept-card"), Option("refuse-card"))
    cards = cards_of(table, to_choose_from(table, accident))
    keep = Option("keep-card", {"card": OneOf(cards)})
    match accident.kind:
        case "unasked-card":
            return (keep, Option("refuse-card"))
        case "two-first-cards" if can_play_both(table, accident.seat):
            return (keep, Option("play-both"))
        case _:
            return (keep,)
