"""Pages about the interface itself: the rules of a game, and the kinds of problems."""

from collections.abc import Sequence

from croupier.adapters.http.pages.rounds import rendered
from croupier.adapters.http.problems.kinds import ProblemKind
from croupier.domain.catalogue import GAMES
from croupier.domain.games.game import Game


def rules_page(game: Game) -> bytes:
    """The game's numbered rules; each has its own anchor, `#rule-11`."""
    return rendered("rules.html", game=game, games=GAMES.values())


def problem_page(kind: ProblemKind) -> bytes:
    """One kind of problem."""
    return rendered("problem.html", kind=kind)


def problems_page(kinds: Sequence[ProblemKind]) -> bytes:
    """All kinds of problems in a table."""
    return rendered("problems.html", kinds=kinds)
