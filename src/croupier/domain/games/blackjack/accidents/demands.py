"""What players may demand of a banker who deals by hand: a burn (rule 21), a card (rule 22)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.dealing import OWN_HAND, give
from croupier.domain.games.blackjack.events.cards import BurnDemanded
from croupier.domain.games.blackjack.phases import phase_of, was_skipped
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.state import By


def demand_burn(table: BlackjackTable, by: By) -> Steps:
    """Rule 21: until the first go-round ends any player of the round may demand a burn that was left out."""
    if not burn_is_due(table):
        raise Rejected("wrong-phase", "no burn can be demanded now", 21)
    if by not in table.play.order:
        raise Rejected("not-your-turn", "only who is dealt in may demand the burn", 21)
    return (yield BurnDemanded(int(by)))


def burn_is_due(table: BlackjackTable) -> bool:
    """Whether the banker left out the burn, and it can still be demanded (rule 21)."""
    return phase_of(table) == "first-go-round" and table.play.burn == "none"


def demand_card(table: BlackjackTable, by: By) -> Steps:
    """Rule 22: who was skipped in the first go-round gets the top card at once, until the second begins."""
    if not may_demand_card(table, by):
        raise Rejected("wrong-phase", "you were not skipped, or it is too late", 22)
    table = yield from give(table, int(by), OWN_HAND, "down", 22)
    return (yield from carry_on(table))


def may_demand_card(table: BlackjackTable, by: By) -> bool:
    """Rule 22: whether the seat was skipped, which can't happen in automatic dealing."""
    return table.in_round and table.rules.dealing == "manual" and was_skipped(table, by)
