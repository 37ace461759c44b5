"""Routes of the rules of games, which refusals and settlements name by number. Anybody may read them."""

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.adapters.http.answers.replies import encode, page, reply
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.pages.documents import rules_page
from croupier.adapters.http.problems.faults import nothing_at
from croupier.adapters.http.problems.telling import rule_url
from croupier.adapters.http.requests.negotiation import prefers_html
from croupier.domain.catalogue import GAMES
from croupier.domain.games.game import Game


class Rule(Struct, frozen=True):
    """One rule of a game: its number, which is stable, what it says, and where it can be read."""

    rule: int
    words: str
    url: str


class Rules(Struct, frozen=True):
    """The numbered rules of a game."""

    game: str
    title: str
    rules_version: str
    rules: tuple[Rule, ...]


def _rules(game: Game) -> Rules:
    rules = [
        Rule(number, words, str(rule_url(game.name, number))) for number, words in game.rule_words.items()
    ]
    return Rules(game.name, game.title, game.rules_version, tuple(rules))


@get(
    "/rules/{game:str}",
    opt=described(Operation("readRules", "Catalogue", None, Rules, refusals=("no-such-route",), page=True)),
)
async def read_rules(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Read the numbered rules of a game.

    This is where the `rule_url` of a problem leads. A page for people by `Accept: text/html`, on which each
    rule has its anchor.
    """
    if game not in GAMES:
        raise nothing_at(request.scope["path"], f"the games are {', '.join(GAMES)}")
    if prefers_html(request):
        return page(rules_page(GAMES[game]))
    return reply(encode(_rules(GAMES[game])))
