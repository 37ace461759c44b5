"""What the seats have after the rounds that all clients play: those of the games' pages, but for one."""

from collections.abc import Mapping
from typing import Final

STACKS: Final[Mapping[str, Mapping[int, int]]] = {
    "baccarat": {1: 299, 4: 60},
    "blackjack": {1: 2, 3: 20, 5: 48},
    "fan-tan": {1: 120, 2: 150, 3: 130},
    "skinball": {1: 60, 2: 70, 3: 169},
    # On its page the clock passes for the second seat; here he bets, and loses.
    "slippery-sam": {1: 85, 2: 99, 3: 116},
}
