"""The banker's choice when his card is matched with side bets open (rule 16)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.skinball.commands import DealOn, NewCard
from croupier.domain.games.skinball.events import DealOnDecided, NewCardDecided
from croupier.domain.games.skinball.state import NewCardDue, SkinballTable, Steps
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.state import By


def decide_choice(command: DealOn | NewCard, table: SkinballTable, by: By) -> Steps:
    """Rule 16: to deal for the side bettors only, or to take the next fresh card as his own."""
    if not isinstance(table.play.pending, NewCardDue):
        raise Rejected("wrong-phase", "there is no such choice to be made", 16)
    require_banker(table, by, 16)
    match command:
        case DealOn():
            return deal_on(table)
        case NewCard():
            return _new_card(table)


def deal_on(table: SkinballTable) -> Steps:
    """He makes no bet and offers no card until no side bet is open."""
    return (yield DealOnDecided(banker_in(table), 16))


def _new_card(table: SkinballTable) -> Steps:
    return (yield NewCardDecided(banker_in(table), 16))
