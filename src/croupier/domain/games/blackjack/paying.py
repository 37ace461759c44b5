"""The arithmetic of a settled hand: how many times its stake is due, and what there is to pay it with."""

from croupier.domain.explaining import Line, least, times, total
from croupier.domain.games.blackjack.events.hands import HandSettled
from croupier.domain.games.blackjack.hands import hand_at
from croupier.domain.games.blackjack.state import BlackjackTable, Hand
from croupier.domain.games.blackjack.values import combination, is_natural, long_hand
from croupier.domain.table.bank.banker import banker_in


def settled(table: BlackjackTable, event: HandSettled) -> tuple[Line, ...]:
    """The profit of the hand, and what player and banker have after it."""
    hand = hand_at(table.play, event.seat, event.hand)
    stack, bank = table.seats[event.seat].stack, table.seats[banker_in(table)].stack
    if event.rule == 22:
        back = total("profit", hand.stake, -hand.stake)
        return (back, total("stack", stack, hand.stake), total("bank", bank, 0))
    if event.outcome == "lost":
        return _collected(hand, _times_due(table, hand, event.rule), stack, bank)
    return _paid(hand, _times_due(table, hand, event.rule), stack, bank)


def _collected(hand: Hand, factor: int, stack: int, bank: int) -> tuple[Line, ...]:
    """The banker takes the stake, and beyond it what the player's stack holds (table stakes)."""
    if factor == 1:
        lost = total("profit", 0, -hand.stake)
        return (lost, total("stack", stack, 0), total("bank", bank, hand.stake))
    more = least("more", hand.stake * (factor - 1), stack)
    return (
        more,
        total("profit", 0, -hand.stake, -more.result),
        total("stack", stack, -more.result),
        total("bank", bank, hand.stake, more.result),
    )


def _paid(hand: Hand, factor: int, stack: int, bank: int) -> tuple[Line, ...]:
    """The banker pays what is due as far as his stack goes; the stake comes back with it."""
    due = times("profit", hand.stake, factor)
    lines: tuple[Line, ...] = (due,)
    if due.result > bank:
        lines = (times("due", hand.stake, factor), least("profit", due.result, bank))
    paid = lines[-1].result
    return (*lines, total("stack", stack, hand.stake, paid), total("bank", bank, -paid))


def _times_due(table: BlackjackTable, hand: Hand, rule: int) -> int:
    """How many times the stake the rule has paid, one way or the other. A shown hand tells its premium."""
    cards = tuple(one.card for one in hand.cards if one.card is not None)
    shown = len(cards) == len(hand.cards)
    match rule:
        case 8:
            return 1 if shown and is_natural(cards) else 2
        case 9:
            return 2
        case 14:
            return long_hand(cards) or 1
        case 15:
            return combination(cards) or 1
        case 26:
            return 2 if table.play.stage == "banker" else 1
        case _:
            return 1
