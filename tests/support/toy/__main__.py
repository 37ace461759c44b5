"""The `croupier` program with one more game in its catalogue."""

from tests.support.toy.game import GAME

from croupier.domain import catalogue
from croupier.domain.games.game import table_decider

catalogue.GAMES[GAME.name] = GAME  # type: ignore[index]
catalogue.DECIDERS[GAME.name] = table_decider(GAME)  # type: ignore[index]

if __name__ == "__main__":
    from croupier.adapters.cli import main

    main()
