"""The catalogue: every game, and every kind of aggregate by the category of its streams."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.domain.decider import Decider
from croupier.domain.disputes import DISPUTE
from croupier.domain.games import baccarat, blackjack, fan_tan, skinball, slippery_sam
from croupier.domain.games.game import Game, table_decider
from croupier.domain.wallet import WALLET

_GAMES: Final = (
    baccarat.GAME,
    blackjack.GAME,
    fan_tan.GAME,
    skinball.GAME,
    slippery_sam.GAME,
)

GAMES: Final[Mapping[str, Game]] = {game.name: game for game in _GAMES}

DECIDERS: Final[Mapping[str, Decider[Any, Any, Any]]] = {
    WALLET.category: WALLET,
    DISPUTE.category: DISPUTE,
    **{name: table_decider(game) for name, game in GAMES.items()},
}
