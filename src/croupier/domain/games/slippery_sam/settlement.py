"""Settling a bet against the upcard (rules 9, 10)."""

from croupier.domain.games.slippery_sam.events import BetSettled
from croupier.domain.games.slippery_sam.hands import hand_of, winning_card
from croupier.domain.games.slippery_sam.state import SlipperySamTable, Steps, turn_of, upcard_of


def settle(table: SlipperySamTable) -> Steps:
    """The bet of the seat in turn is won or lost; either way its hand is discarded."""
    hand, upcard = hand_of(table, turn_of(table).seat), upcard_of(table)
    winner = winning_card(hand, upcard)
    return (yield _lost(table, hand) if winner is None else _won(table, winner))


def _won(table: SlipperySamTable, shown: str) -> BetSettled:
    """Rule 9: only the winning card is shown; the stake comes back with an equal amount from the bank."""
    turn = turn_of(table)
    seat, stake = turn.seat, turn.stake
    stack, bank = table.seats[seat].stack + 2 * stake, table.bank - stake
    return BetSettled(seat, upcard_of(table), (shown,), "won", 9, stake, stake, stack, bank)


def _lost(table: SlipperySamTable, hand: tuple[str, ...]) -> BetSettled:
    """Rule 10: all three cards are shown, and the stake joins the bank."""
    turn = turn_of(table)
    seat, stake = turn.seat, turn.stake
    stack, bank = table.seats[seat].stack, table.bank + stake
    return BetSettled(seat, upcard_of(table), hand, "lost", 10, stake, -stake, stack, bank)
