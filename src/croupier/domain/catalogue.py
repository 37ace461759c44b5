"""The catalogue: every game, and every kind of aggregate by the category of its streams."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.domain.decider import Decider
from croupier.domain.games import baccarat
from croupier.domain.games.game import Game, table_decider
from croupier.domain.wallet import WALLET

GAMES: Final[Mapping[str, Game]] = {game.name: game for game in (baccarat.GAME,)}

DECIDERS: Final[Mapping[str, Decider[Any, Any, Any]]] = {
    WALLET.category: WALLET,
    **{name: table_decider(game) for name, game in GAMES.items()},
}
