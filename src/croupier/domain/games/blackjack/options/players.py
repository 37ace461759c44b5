"""What a player may do in his turn (rules 5, 6, 10, 13, 26)."""

from croupier.domain.games.blackjack.doubling import price_of_redouble
from croupier.domain.games.blackjack.hands import accident_of, cards_of, live_of
from croupier.domain.games.blackjack.options.banker import hit_option
from croupier.domain.games.blackjack.pack import can_deal
from croupier.domain.games.blackjack.phases import drawer, phase_of, redoubler, staker
from croupier.domain.games.blackjack.splitting import may_split
from croupier.domain.games.blackjack.state import BlackjackTable, Hand
from croupier.domain.games.blackjack.values import is_bust
from croupier.domain.options import Option, Range


def player_options(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """To stake, to redouble, or to play his hand; nothing out of turn."""
    match phase_of(table):
        case "staking":
            return _stakes(table, seat) if seat == staker(table.play) else ()
        case "redoubling":
            return _redoubles(table, seat) if seat == redoubler(table.play) else ()
        case "drawing":
            hand = drawer(table)
            return _plays(table, hand) if hand and hand.seat == seat else ()
        case _:
            return ()


def _stakes(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """Rule 5: within the limits and what the stack holds for each of his hands."""
    each = table.seats[seat].stack // len(live_of(table.play, seat))
    return (Option("stake", {"amount": Range(table.limits.min, min(table.limits.max, each))}),)


def _redoubles(table: BlackjackTable, seat: int) -> tuple[Option, ...]:
    """Rule 6: a redouble takes the full amount."""
    can_pay = table.seats[seat].stack >= price_of_redouble(table, seat)
    return (*((Option("redouble"),) if can_pay else ()), Option("no-redouble"))


def _plays(table: BlackjackTable, hand: Hand) -> tuple[Option, ...]:
    """Rules 10, 13 and 26; while an accident of his is open, or a card asked for, he waits (rule 25)."""
    if hand.asked or accident_of(table.play, hand.seat):
        return ()
    if is_bust(cards_of(table, hand.cards)):
        return (Option("declare-bust"), Option("stand"))
    return (*hit_option(table), Option("stand"), *_splits(table, hand))


def _splits(table: BlackjackTable, hand: Hand) -> tuple[Option, ...]:
    can_pay = table.seats[hand.seat].stack >= hand.stake
    return (Option("split"),) if can_pay and may_split(table, hand) and can_deal(table, 2) else ()
