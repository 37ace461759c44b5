"""How the commands of Skinball are decided."""

from typing import assert_never

from croupier.domain.decider import Given
from croupier.domain.games.skinball.banking import awaited_starter, lose_bank, set_limits
from croupier.domain.games.skinball.choosing import deal_on, decide_choice
from croupier.domain.games.skinball.commands import (
    BetCommand,
    CardCommand,
    Deal,
    DealOn,
    NewCard,
    SetLimits,
    SideBetCommand,
    SkinballCommand,
    StartRound,
)
from croupier.domain.games.skinball.dealing import deal, turn_card
from croupier.domain.games.skinball.offering import decide_card, refuse_card
from croupier.domain.games.skinball.rounds import start_round
from croupier.domain.games.skinball.side_bets import decide_side_bet
from croupier.domain.games.skinball.staking import (
    cover_bounds,
    cover_stake,
    decide_bet,
    name_stake,
    stake_bounds,
)
from croupier.domain.games.skinball.state import (
    CardOffer,
    CoverDue,
    NewCardDue,
    SkinballTable,
    StakeDue,
    Steps,
)
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.clock import Awaited


def decide(command: SkinballCommand, table: SkinballTable, given: Given) -> Steps:
    """Decide a command of the game. Raises `Rejected` by the rules' codes."""
    by = table.by(given.actor)
    if isinstance(command, CardCommand):
        return decide_card(command, table, by)
    if isinstance(command, BetCommand):
        return decide_bet(command, table, by)
    if isinstance(command, SideBetCommand):
        return decide_side_bet(command, table, by)
    match command:
        case StartRound():
            return start_round(table, by, given)
        case SetLimits():
            return set_limits(command, table, by)
        case Deal():
            return deal(table, by)
        case DealOn() | NewCard():
            return decide_choice(command, table, by)
        case _:
            assert_never(command)


def awaits(table: SkinballTable) -> Awaited | None:
    """Who is offered a card or has to stake; else the banker: to cover, choose, deal or start (time out)."""
    if not table.in_round:
        return awaited_starter(table)
    pending = table.play.pending
    if isinstance(pending, CardOffer | StakeDue):
        return Awaited(pending.seat, "turn")
    return Awaited(banker_in(table), "bank")


def expire(table: SkinballTable, given: Given) -> Steps:
    """The default action for who is waited for (commands: time out).

    An offered card is refused; a stake is the minimum, or the whole stack; a cover is in full, as far as the
    stack goes; rule 16 is to deal on; cards are dealt for the banker. Between rounds he loses the bank.
    """
    if not table.in_round:
        return lose_bank(table)
    match table.play.pending:
        case None:
            return turn_card(table)
        case CardOffer() as offer:
            return refuse_card(table, offer)
        case StakeDue(seat):
            return name_stake(table, seat, stake_bounds(table, seat)[0])
        case CoverDue() as due:
            return cover_stake(table, due, cover_bounds(table, due)[1])
        case NewCardDue():
            return deal_on(table)
        case pending:
            assert_never(pending)
