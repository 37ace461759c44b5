"""What the events of blackjack mean, in sentences and arithmetic."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import Explanation, Line, Placed, Tally, against, result, told, total
from croupier.domain.games.blackjack.events.bank import BankSold
from croupier.domain.games.blackjack.events.cards import CardBurned, CardDealt, CardOffered, ExtraCardDealt
from croupier.domain.games.blackjack.events.hands import HandSettled
from croupier.domain.games.blackjack.events.stakes import (
    HandSplit,
    StakeDoubled,
    StakePlaced,
    StakeRedoubled,
)
from croupier.domain.games.blackjack.hands import hand_at
from croupier.domain.games.blackjack.paying import settled
from croupier.domain.games.blackjack.sentences import SENTENCES
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.table.bank.explaining import explain_bank


def explain(table: BlackjackTable, event: Struct) -> Explanation:
    """What the event of the game means at the table, as it stood before."""
    if type(event) not in SENTENCES:
        return explain_bank(table, event)
    said = _unseen(told(SENTENCES, event), event)
    match event:
        case CardDealt(seat, hand, card, place) | ExtraCardDealt(seat, hand, card, place):
            return replace(said, cards=(Placed(place, f"seat {seat}, hand {hand}", card),))
        case CardOffered(seat, hand, card, place):
            offered = Placed(place, f"offered to seat {seat}, hand {hand}", card)
            return replace(said, rule=24, cards=(offered,))
        case CardBurned(card):
            named = table.decks.fixed is not None  # a named burned card comes off no deck
            return replace(said, cards=() if named else (Placed(0, "burned", card),))
        case StakePlaced(seat, _, stake):
            return replace(said, rule=5, lines=(total("stack", table.seats[seat].stack, -stake),))
        case StakeDoubled(seat, hand, added) | StakeRedoubled(seat, hand, added):
            return replace(said, rule=6, lines=_raised(table, seat, hand, added))
        case HandSplit(seat, _, _, stake):
            return replace(said, rule=13, lines=(total("stack", table.seats[seat].stack, -stake),))
        case HandSettled(seat):
            tallies = (result(seat, event.stake, event.profit), *against(table.banker, event.profit))
            return replace(said, lines=settled(table, event), tallies=tallies)
        case BankSold(seat, to, price):
            tallies = Tally(seat, paid=-price), Tally(to, paid=price)
            return replace(said, lines=_sold(table, seat, to, price), tallies=tallies)
        case _:
            return said


def _unseen(said: Explanation, event: Struct) -> Explanation:
    """Of a card that nobody else may see there is nothing more to say."""
    hidden = isinstance(event, CardDealt | ExtraCardDealt) and event.card is None
    return replace(said, sentence=said.sentence.removesuffix(": none")) if hidden else said


def _raised(table: BlackjackTable, seat: int, hand: int, added: int) -> tuple[Line, ...]:
    """Rule 6: what is added comes out of the stack."""
    stake = hand_at(table.play, seat, hand).stake
    return total("stake", stake, added), total("stack", table.seats[seat].stack, -added)


def _sold(table: BlackjackTable, seat: int, to: int, price: int) -> tuple[Line, ...]:
    """Rule 19: from stack to stack."""
    return (
        total("stack", table.seats[seat].stack, price),
        total("buyer_stack", table.seats[to].stack, -price),
    )
