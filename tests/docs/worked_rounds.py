"""The worked rounds of the pages for integrators, played through the domain.

A step of a worked round is a heading, such as

    **4. Ann, seat 1**: `POST /v1/tables/{table}/baccarat/place-bet`

(with `, 20:00:35` behind the seat where the time matters), then the request's body, if it has one, in a block
marked `json request`, and what it led to in a block marked `json answer`. An answer shows its events whole;
of view, options and problem it shows what the page picked out.

`python -m tests.docs.worked_rounds` writes the answers into the pages anew.
"""

import json
import re
from datetime import UTC, datetime
from hashlib import sha512
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, convert
from msgspec.json import encode
from tests.docs.laying_out import laid_out

from croupier.adapters.http.routes.table_bodies import read_opening
from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Given, Rejected, run
from croupier.domain.shuffle import Seed
from croupier.domain.table.state import AnyTable
from croupier.domain.view import table_options, table_view
from croupier.service.answers import viewer_of

PAGES: Final = Path(__file__).parents[2] / "docs" / "games"

_STEP: Final = re.compile(
    r"^\*\*(?P<number>\d+)\. The (?P<role>house|clock)|^\*\*(?P<n>\d+)\. (?P<player>\w+), seat \d+",
    re.MULTILINE,
)
_REST: Final = re.compile(
    r"(?:, (?P<time>\d\d:\d\d:\d\d))?\*\*: `(?:(?P<method>POST|GET) /v1/tables(?P<path>[^`]*)|expire-turn)`"
)
_BLOCK: Final = re.compile(r"```json (request|answer)\n(.*?)\n```", re.DOTALL)


class Step(Struct, frozen=True):
    """One step as the page tells it; `shown` is the answer that stands there, `span` where."""

    number: int
    who: str
    at: datetime
    method: str
    command: str
    body: dict[str, Any]
    shown: dict[str, Any]
    span: tuple[int, int]


def steps_of(page: str) -> list[Step]:
    """The steps of a page's worked round."""
    heads = list(_STEP.finditer(page))
    ends = [head.start() for head in heads[1:]] + [len(page)]
    return [_step(page, head, end) for head, end in zip(heads, ends, strict=True)]


def renewed(game: str, page: str) -> str:
    """The page with the answers that the domain gives to its worked round."""
    round_ = WorkedRound(game)
    parts, done = [], 0
    for step in steps_of(page):
        answer = laid_out(_picked(round_.take(step), step.shown))
        parts += [page[done : step.span[0]], answer]
        done = step.span[1]
    return "".join([*parts, page[done:]])


class WorkedRound:
    """A table of the game on which a worked round is played; its seeds are always the same."""

    def __init__(self, game: str) -> None:
        """Not opened yet."""
        self._game = GAMES[game]
        self._decider = DECIDERS[game]
        self._table: AnyTable = self._decider.initial(f"{game}-exampletable2")

    def take(self, step: Step) -> dict[str, Any]:
        """The step's answer: events, view and options, or the problem that refuses it."""
        actor = _actor(step.who)
        if step.method == "POST":
            seed = Seed(sha512(f"{self._game.name} {step.number}".encode()).digest())
            try:
                decision = run(self._decider, self._command(step), self._table, Given(actor, step.at, seed))
            except Rejected as refusal:
                return self._problem(refusal)
            self._table = decision.state
            return {"events": _plain(decision.events), **self._reading(actor)}
        return self._reading(actor)

    def _command(self, step: Step) -> Any:
        if not step.command:
            return read_opening(json.dumps(step.body).encode())[1]
        own = {kind.__struct_config__.tag for kind in self._game.commands}
        prefix, _, tag = step.command.rpartition("/")
        assert prefix == (self._game.name if tag in own else ""), f"no such route: {step.command}"
        return convert(step.body, self._decider.command_types[tag])

    def _reading(self, actor: Actor) -> dict[str, Any]:
        viewer = viewer_of(self._table, actor)
        view = table_view(self._game, self._table, viewer)
        options = table_options(self._game, self._table, viewer)
        return {
            "view": _plain(view),
            "options": _plain(options),
        }

    def _problem(self, refusal: Rejected) -> dict[str, Any]:
        problem = {"status": 409, "code": refusal.code, "detail": refusal.detail}
        return {**problem, "rule": refusal.rule, "game": self._game.name}


def _step(page: str, head: re.Match[str], end: int) -> Step:
    rest = _REST.match(page, head.end())
    assert rest, f"no route after {head[0]}"
    blocks = {block[1]: block for block in _BLOCK.finditer(page, rest.end(), end)}
    answer = blocks["answer"]
    time = datetime.strptime(rest["time"] or "20:00:00", "%H:%M:%S").time()
    return Step(
        number=int(head["number"] or head["n"]),
        who=head["role"] or head["player"].lower(),
        at=datetime.combine(datetime(2026, 1, 1, tzinfo=UTC), time, UTC),
        method=rest["method"] or "POST",
        command=(rest["path"] or "").removeprefix("/{table}").removeprefix("/")
        if rest["method"]
        else "expire-turn",
        body=json.loads(blocks["request"][2]) if "request" in blocks else {},
        shown=json.loads(answer[2]),
        span=answer.span(2),
    )


def _plain(value: Any) -> Any:
    """The value as its JSON has it."""
    return json.loads(encode(value))


def _actor(who: str) -> Actor:
    match who:
        case "house":
            return Actor("operator", "house")
        case "clock":
            return Actor("clock", "clock")
        case player:
            return Actor("player", player)


def _picked(answer: Any, shown: Any) -> Any:
    """Of the answer what is shown of it."""
    if isinstance(answer, dict) and isinstance(shown, dict) and shown:
        return {key: _picked(answer[key], picked) for key, picked in shown.items()}
    return answer


def _renew() -> None:
    for game in GAMES:
        path = PAGES / f"{game}.md"
        path.write_text(renewed(game, path.read_text()))


if __name__ == "__main__":
    _renew()
