"""All kinds of problems, as they are described to who is told one."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from croupier.adapters.http.problems.advice import ADVICE, OF_REFUSALS, Retry
from croupier.adapters.http.problems.refusals import REFUSALS
from croupier.adapters.http.problems.telling import KINDS, REJECTED, problem_type, sentence
from croupier.domain.catalogue import GAMES


class ProblemKind(Struct, frozen=True, omit_defaults=True):
    """A kind of problem: `type` is its URI, `refusal` marks those by which the rules refuse a command.

    `retry` says whether the same request may be sent again: `no`; `later`, as it was; `with-its-key`, since
    it may have been done; `when-it-has-changed`, the table, wallet or dispute that it is for. `game` is there
    for refusals that only one game has.
    """

    type: str
    code: str
    title: str
    status: int
    meaning: str
    what_to_do: str
    retry: Retry
    refusal: bool = False
    game: str | None = None


def _of_http() -> Iterator[ProblemKind]:
    """Raises `KeyError` for a kind that is without its `ADVICE`."""
    for code, kind in KINDS.items():
        advice = ADVICE[code]
        yield ProblemKind(
            problem_type(code),
            code,
            kind.title,
            kind.status,
            advice.meaning,
            advice.what_to_do,
            advice.retry,
        )


def _of_rules(meanings: Mapping[str, str], game: str | None = None) -> Iterator[ProblemKind]:
    for code, meaning in meanings.items():
        yield ProblemKind(
            problem_type(code),
            code,
            sentence(code),
            REJECTED,
            meaning,
            OF_REFUSALS,
            "when-it-has-changed",
            True,
            game,
        )


def _all() -> Iterator[ProblemKind]:
    yield from _of_http()
    yield from _of_rules(REFUSALS)
    for game in GAMES.values():
        yield from _of_rules(game.refusal_words, game.name)


PROBLEMS: Final[Mapping[str, ProblemKind]] = {kind.code: kind for kind in _all()}
"""All of them by their codes: those of HTTP by status, the refusals that games share, each game's own."""
