"""The ids that the service gives to tables and players: 80 random bits in base32; and logs' names."""

import re
from typing import Final

from croupier.domain.catalogue import GAMES
from croupier.service.apikeys import base32
from croupier.service.ports import Entropy

LOG_PATTERN: Final = r"^[a-z0-9-]{1,40}(\.test)?$"
PLAYER_PATTERN: Final = "^[a-z2-7]{12,16}$"
TABLE_PATTERN: Final = f"^({'|'.join(GAMES)})-[a-z2-7]{{12,16}}$"

_log = re.compile(LOG_PATTERN[1:-1], re.ASCII).fullmatch
_player = re.compile(PLAYER_PATTERN[1:-1], re.ASCII).fullmatch
_table = re.compile(TABLE_PATTERN[1:-1], re.ASCII).fullmatch


def random_id(entropy: Entropy) -> str:
    """What nobody can foresee: 80 random bits, in 16 characters of base32."""
    return base32(entropy.seed()[:10])


def new_player(entropy: Entropy) -> str:
    """A new player's id."""
    return random_id(entropy)


def new_table(game: str, entropy: Entropy) -> str:
    """A new table's id, which is its stream's name: it begins with the game's."""
    return f"{game}-{random_id(entropy)}"


def is_log(text: str) -> bool:
    """Whether the text can be the name of an operator's log, or of his test log."""
    return _log(text) is not None


def is_player(text: str) -> bool:
    """Whether the text can be a player's id."""
    return _player(text) is not None


def game_of_table(text: str) -> str | None:
    """The game of the table that the text can be the id of; None when it can be none."""
    match = _table(text)
    return match[1] if match else None
