"""What a simulation of Skinball compares with the exact odds.

They hold however the players play, since nobody knows the cards in the box: the race is that between the
banker's first card and the player's whose card was accepted first, whoever else has cards.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.games.skinball.events import (
    BankersCardLaid,
    CardAccepted,
    CardTurned,
    PairDiscarded,
)
from croupier.domain.games.skinball.odds import (
    banker_matched_first,
    bankers_match_takes_more_than,
    cards_to_bankers_match,
    cards_to_first_match,
    second_card_pairs,
)
from croupier.domain.games.statistics import Statistic

_HALFWAY: Final = 10
"""The banker's match takes more cards than this about half of the time."""


class Race(Struct, frozen=True):
    """How many cards after the second the banker's card and the player's were matched.

    `player` is None when his was not matched before the round ended.
    """

    banker: int
    player: int | None


def statistics(rules: SkinballRules) -> tuple[Statistic, ...]:
    """The known values of the second card (rule 5) and of the race that follows it (rules 7, 8)."""
    more_than = bankers_match_takes_more_than()[_HALFWAY]
    return (
        Statistic("second card pairs the first", second_card_pairs(), _paired),
        Statistic("banker's card is matched first", banker_matched_first(), _each(_banker_first)),
        Statistic("cards to the first match", cards_to_first_match(), _each(_first_match), frequency=False),
        Statistic(
            "cards to the banker's match", cards_to_bankers_match(), _each(_bankers_match), frequency=False
        ),
        Statistic(f"banker's match takes more than {_HALFWAY}", more_than, _each(_takes_long)),
    )


def race(events: Sequence[Any]) -> Race | None:
    """The race of a round; None if it had none, or one from another pack than the odds', after a pair."""
    second = _second_card(events)
    if not isinstance(second, BankersCardLaid):
        return None
    rival = next(event.seat for event in events if isinstance(event, CardAccepted))
    began, place = 0, 0
    matched: dict[Any, int] = {}
    for event in events:
        match event:
            case CardTurned():
                place = event.place
            case BankersCardLaid() if event == second:
                began = place
            case PairDiscarded():
                matched.setdefault(event.holder, place - began)
    return Race(matched[second.seat], matched.get(rival))


def _second_card(events: Sequence[Any]) -> Any:
    return next(
        (event for event in events if isinstance(event, BankersCardLaid | PairDiscarded)),
        None,
    )


def _paired(events: Sequence[Any]) -> Iterator[int]:
    second = _second_card(events)
    if second is not None:
        yield int(isinstance(second, PairDiscarded))


def _each(observed: Callable[[Race], int]) -> Callable[[Sequence[Any]], Iterator[int]]:
    def of_round(events: Sequence[Any]) -> Iterator[int]:
        found = race(events)
        if found is not None:
            yield observed(found)

    return of_round


def _banker_first(found: Race) -> int:
    return int(found.player is None or found.banker < found.player)


def _first_match(found: Race) -> int:
    return found.banker if found.player is None else min(found.banker, found.player)


def _bankers_match(found: Race) -> int:
    return found.banker


def _takes_long(found: Race) -> int:
    return int(found.banker > _HALFWAY)
