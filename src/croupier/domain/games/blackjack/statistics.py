"""What a simulation of blackjack compares with the exact odds of naturals."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.domain.games.blackjack.commands import BlackjackRules
from croupier.domain.games.blackjack.events.cards import GoRoundEnded, PlayersDealtIn
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, HandSettled, HandShown
from croupier.domain.games.blackjack.odds import natural_odds
from croupier.domain.games.statistics import Statistic

Naturals = tuple[bool, bool]
"""Whether the banker, and whether the first player on his left, was dealt a natural."""


def statistics(rules: BlackjackRules) -> tuple[Statistic, ...]:
    """How often naturals are dealt (rules 8, 9), in automatic dealing: by hand accidents choose the cards."""
    if rules.dealing == "manual":
        return ()
    odds = natural_odds()
    return (
        Statistic("natural of the banker", odds.natural, _counted(lambda banker, player: banker)),
        Statistic("natural of a player", odds.natural, _counted(lambda banker, player: player)),
        Statistic("natural of both", odds.both, _counted(lambda banker, player: banker and player)),
        Statistic(
            "natural of the player only", odds.player_only, _counted(lambda banker, player: player > banker)
        ),
    )


def _counted(wanted: Callable[[bool, bool], bool]) -> Callable[[Sequence[Any]], Iterator[int]]:
    def observed(events: Sequence[Any]) -> Iterator[int]:
        if any(isinstance(event, GoRoundEnded) and event.go_round == 2 for event in events):
            yield int(wanted(*_naturals(events)))

    return observed


def _naturals(events: Sequence[Any]) -> Naturals:
    """Only the first player is observed, since all players of a round play against one hand."""
    first = next(event.seats[0] for event in events if isinstance(event, PlayersDealtIn))
    if any(isinstance(event, BankerTurnedUp) and event.rule == 8 for event in events):
        return True, any(isinstance(event, HandShown) and event.seat == first for event in events)
    paid = (event for event in events if isinstance(event, HandSettled) and event.rule == 9)
    return False, any(event.seat == first for event in paid)
