"""What the events of Skinball mean, in sentences and arithmetic."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import (
    Explanation,
    Line,
    Placed,
    Tally,
    against,
    percentage,
    result,
    times,
    told,
    total,
)
from croupier.domain.games.skinball.events import (
    BetSettled,
    CardTurned,
    CommissionTaken,
    DeadCardDiscarded,
    SideBetMade,
    SideBetSettled,
    StakeCovered,
    StakeNamed,
)
from croupier.domain.games.skinball.sentences import SENTENCES
from croupier.domain.games.skinball.state import SkinballTable
from croupier.domain.table.bank.events import PassingEvent
from croupier.domain.table.bank.explaining import explain_bank


def explain(table: SkinballTable, event: Struct) -> Explanation:
    """What the event of the game means at the table, as it stood before."""
    said = told(SENTENCES, event)
    match event:
        case CardTurned(card, place) | DeadCardDiscarded(card, place):
            return replace(said, cards=(Placed(place, "table", card),))
        case StakeNamed(seat, _, stake):
            return replace(said, rule=6, lines=(total("stack", _stack(table, seat), -stake),))
        case StakeCovered():
            return replace(said, rule=6, lines=_covered(table, event))
        case BetSettled(seat):
            lines = _settled(table, event)
            return replace(said, lines=lines, tallies=_bet(event))
        case SideBetMade(_, seat, against, stake):
            return replace(said, rule=9, lines=_both(table, seat, against, -stake, -stake))
        case SideBetSettled():
            return replace(said, lines=_side_bet(table, event), tallies=_side_tallies(event))
        case CommissionTaken(seat, amount, percent):
            lines = _commission(table, seat, amount, percent)
            return replace(said, lines=lines, tallies=(Tally(seat, charged=event.charge),))
        case _ if isinstance(event, PassingEvent):
            return explain_bank(table, event)
        case _:
            return said


def _stack(table: SkinballTable, seat: int) -> int:
    return table.seats[seat].stack


def _covered(table: SkinballTable, event: StakeCovered) -> tuple[Line, ...]:
    """Rule 6: what is not covered goes back to the seat."""
    uncovered = total("uncovered", event.stake, -event.cover)
    return (
        uncovered,
        total("stack", _stack(table, event.seat), uncovered.result),
        total("banker_stack", _stack(table, event.banker), -event.cover),
    )


def _settled(table: SkinballTable, event: BetSettled) -> tuple[Line, ...]:
    """Rules 8, 20 and 21: the profit, and what seat, banker and house have after it."""
    stake, own, bank = event.stake, _stack(table, event.seat), _stack(table, event.banker)
    match event.outcome:
        case "won":
            return (*_won(table, event, own), total("banker_stack", bank, 0))
        case "lost":
            lost = total("profit", 0, -stake)
            return (lost, total("stack", own, 0), total("banker_stack", bank, stake, stake))
        case "returned":
            back = total("profit", stake, -stake)
            return (back, total("stack", own, stake), total("banker_stack", bank, stake))


def _won(table: SkinballTable, event: BetSettled, own: int) -> tuple[Line, ...]:
    """Rule 20: at a table with `every-win` the house's charge comes off what the banker had put beside it."""
    commission, stake = table.rules.commission, event.stake
    if commission is None or commission.on != "every-win":
        return (times("profit", stake, 1), total("stack", own, stake, stake))
    taken = percentage("charge", stake, commission.percent)
    profit = total("profit", stake, -taken.result)
    stack = total("stack", own, stake, profit.result)
    return (taken, profit, stack, total("house", table.house, taken.result))


def _bet(event: BetSettled) -> tuple[Tally, ...]:
    """A player wagers, the banker covers: what he wins or loses on it is no wager of his."""
    own = result(event.seat, event.stake, event.profit, event.charge)
    return (own, *against(event.banker, event.profit + event.charge))


def _both(table: SkinballTable, seat: int, against: int, own: int, other: int) -> tuple[Line, ...]:
    return (
        total("stack", _stack(table, seat), own),
        total("against_stack", _stack(table, against), other),
    )


def _side_bet(table: SkinballTable, event: SideBetSettled) -> tuple[Line, ...]:
    """Rules 10 and 21: the winner has both sides of it."""
    stake, seat, against = event.stake, event.seat, event.against
    if event.outcome == "returned":
        return (total("profit", stake, -stake), *_both(table, seat, against, stake, stake))
    own = total("stack", _stack(table, seat), stake, stake)
    return (times("profit", stake, 1), own, total("against_stack", _stack(table, against), 0))


def _side_tallies(event: SideBetSettled) -> tuple[Tally, ...]:
    return (
        result(event.seat, event.stake, event.profit, event.charge),
        result(event.against, event.stake, -event.profit),
    )


def _commission(table: SkinballTable, seat: int, amount: int, percent: int) -> tuple[Line, ...]:
    """Rule 20, at the end of the round."""
    taken = percentage("charge", amount, percent)
    return (
        taken,
        total("stack", _stack(table, seat), -taken.result),
        total("house", table.house, taken.result),
    )
