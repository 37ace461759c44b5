"""What is being waited for: the phase of a round, and whose turn it is (rules 5, 6, 10, 22)."""

from typing import Literal

from croupier.domain.games.blackjack.hands import accident_of, live, live_of
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Play

Phase = Literal[
    "idle",
    "first-go-round",
    "staking",
    "doubling",
    "redoubling",
    "second-go-round",
    "drawing",
    "banker",
    "bank",
]


def phase_of(table: BlackjackTable) -> Phase:
    """The phase of the table: `idle` between rounds, `bank` while the next banker is settled."""
    if not table.in_round:
        return "idle"
    play = table.play
    match play.stage:
        case "first":
            return "first-go-round"
        case "bets":
            return _betting(play)
        case "second":
            return "second-go-round"
        case stage:
            return stage


def _betting(play: Play) -> Phase:
    """Rules 5 and 6: a player who demanded his card late stakes before anything else goes on."""
    if unstaked(play) or play.accidents:
        return "staking"
    if play.doubled is None:
        return "doubling"
    return "redoubling" if redoubler(play) else "second-go-round"


def unstaked(play: Play) -> tuple[Hand, ...]:
    """The hands on which nothing is staked yet, in turn."""
    return tuple([hand for hand in play.hands if not hand.stake and hand.settled is None])


def staker(play: Play) -> int | None:
    """Rule 5: the seat in turn to stake; by hand, one whose accident is open is passed over meanwhile."""
    return next((hand.seat for hand in unstaked(play) if not accident_of(play, hand.seat)), None)


def redoubler(play: Play) -> int | None:
    """Rule 6: the seat in turn to redouble or not."""
    return next((hand.seat for hand in live(play) if hand.may_redouble), None)


def drawer(table: BlackjackTable) -> Hand | None:
    """Rule 10: the hand in turn to draw or stand; None when all have, but for open accidents.

    By hand, a seat whose accident is open is passed over meanwhile (rule 25); in automatic dealing all wait
    for it (rule 24).
    """
    play, by_hand = table.play, table.rules.dealing == "manual"
    waiting = (hand for hand in live(play) if not hand.stands)
    return next((hand for hand in waiting if not (by_hand and accident_of(play, hand.seat))), None)


def was_skipped(table: BlackjackTable, seat: int | str) -> bool:
    """Rule 22: the first go-round went past the seat, which has no card, and the second has not begun."""
    play = table.play
    if seat not in play.order or play.stage not in ("first", "bets") or play.burn == "demanded":
        return False
    if accident_of(play, seat) or live_of(play, seat):
        return False
    later = play.order[play.order.index(seat) + 1 :]
    return bool(play.own) or any(accident_of(play, other) or live_of(play, other) for other in later)


def go_round_is_over(play: Play) -> bool:
    """Rules 4, 7 and 25: the banker has his card of the go-round, whoever was skipped in it."""
    return len(play.own) == (1 if play.stage == "first" else 2)


def has_begun(play: Play) -> bool:
    """Whether a card has been dealt in this round."""
    return bool(play.hands or play.own or play.accidents)
