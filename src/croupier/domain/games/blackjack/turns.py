"""For whom the table waits."""

from croupier.domain.games.blackjack.bank import awaited_starter, banker_at
from croupier.domain.games.blackjack.hands import accident_of
from croupier.domain.games.blackjack.phases import drawer, phase_of, redoubler, staker
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.clock import Awaited


def awaited_seats(table: BlackjackTable) -> tuple[int, ...]:
    """The seats that are waited for, ascending: those with open accidents, and whose turn it is.

    Between rounds it is the banker, if he has players and another could bank.
    """
    waiting = {accident.seat for accident in table.play.accidents}
    turn = _in_turn(table)
    return tuple(sorted(waiting if turn is None else {*waiting, turn}))


def awaits(table: BlackjackTable) -> Awaited | None:
    """Whom the clock acts for: the oldest open accident before the turn, as `expire` settles them."""
    if not table.in_round:
        return awaited_starter(table)
    if table.play.accidents:
        return Awaited(table.play.accidents[0].seat, "turn")
    turn = _in_turn(table)
    if turn is None or turn == banker_in(table):
        return Awaited(banker_in(table), "bank")
    return Awaited(turn, "turn")


def _in_turn(table: BlackjackTable) -> int | None:
    play = table.play
    match phase_of(table):
        case "idle":
            return banker_at(table) if awaited_starter(table) else None
        case "staking":
            return staker(play)
        case "redoubling":
            return redoubler(play)
        case "drawing":
            return _drawing(table, banker_in(table))
        case "bank":
            return play.offer.to if play.offer else play.heir
        case "first-go-round" | "second-go-round":
            return banker_in(table) if _has_to_deal(table) else None
        case _:
            return banker_in(table)


def _has_to_deal(table: BlackjackTable) -> bool:
    """Rules 21 and 25: by hand the banker deals or burns, until the go-round waits for accidents only."""
    play = table.play
    if table.rules.dealing == "automatic":
        return False
    if play.stage == "first":
        return play.burn == "demanded" or not play.own
    return len(play.own) == 1


def _drawing(table: BlackjackTable, banker: int) -> int | None:
    """Rules 10 and 25: the player, or the banker whom he asked for a card; an open accident comes before."""
    hand = drawer(table)
    if hand is None or accident_of(table.play, hand.seat):
        return None
    return banker if hand.asked else hand.seat
