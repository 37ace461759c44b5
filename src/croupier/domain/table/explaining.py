"""What the events of every table mean, in sentences and arithmetic."""

from datetime import UTC
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.decks import events as decks
from croupier.domain.explaining import Explanation, Sentences, told, total
from croupier.domain.table import events
from croupier.domain.table.clock import HOUSE, ClockSet, ClockStopped
from croupier.domain.table.state import AnyTable


def _awaited(event: ClockSet) -> str:
    """Who is waited for, and until when, in UTC as the other times of a report's page."""
    who = "the house" if event.by == HOUSE else f"seat {event.by}"
    return f"{who} has until {event.until.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}Z to act"


SENTENCES: Final[Sentences] = {
    events.TableOpened: "the table is opened",
    events.SeatTaken: "player {player} takes seat {seat} with {stack}",
    events.StackToppedUp: "seat {seat} adds {amount} from its player's wallet",
    events.LeaveAsked: "seat {seat} will leave when the round ends",
    events.SeatLeft: "player {player} leaves seat {seat} with {stack}",
    events.RoundStarted: "round {round} begins",
    events.RoundEnded: "round {round} is over; the house account holds {house}",
    events.RoundVoided: "round {round} is called off: {reason}",
    events.HouseCorrected: "a ruling puts {amount} into the house account, which holds {house} now",
    events.TableClosed: "the table is closed",
    ClockSet: _awaited,
    ClockStopped: "nobody is waited for",
    decks.DeckCommitted: "the service commits to deck {deck}",
    decks.EntropyContributed: "seat {seat} contributes to deck {deck}",
    decks.DeckShuffled: "deck {deck} is shuffled (packs: {packs})",
    decks.DeckRevealed: "the seed of deck {deck} is revealed",
    decks.DeckReshuffled: "all cards of deck {deck} are gathered and shuffled again ({shuffle})",
    decks.DiscardsShuffled: "the discards are shuffled and lie under deck {deck} ({shuffle})",
}


def explain_shared(table: AnyTable, event: Struct) -> Explanation:
    """What the event means at the table, as it stood before."""
    said = told(SENTENCES, event)
    match event:
        case events.StackToppedUp(seat, amount):
            return replace(said, lines=(total("stack", table.seats[seat].stack, amount),))
        case events.HouseCorrected(_, amount):
            return replace(said, lines=(total("house", table.house, amount),))
        case events.RoundVoided(stacks=stacks, bank=bank, house=house):
            back = (total(_stack_of(one.seat), _stack(table, one.seat), one.returned) for one in stacks)
            return replace(said, lines=(*back, total("bank", bank), total("house", house)))
        case _:
            return said


def _stack_of(seat: int) -> str:
    return f"stack of seat {seat}"


def _stack(table: AnyTable, seat: int) -> int:
    return table.seats[seat].stack
