"""The rules that a description names by their numbers, in words and with links to their pages."""

import re
from collections.abc import Iterator
from typing import Final

from croupier.adapters.http.problems.telling import rule_url
from croupier.domain.catalogue import GAMES

_NAMED: Final = re.compile(r"\brules? ((?:\d+(?:-\d+)?(?:, | and )?)+)")
_NUMBERS: Final = re.compile(r"(\d+)(?:-(\d+))?")


def rules_named(text: str, game: str | None) -> str:
    """A list, to follow the text, of the game's rules that it names; nothing where it names none."""
    if game is None:
        return ""
    words = GAMES[game].rule_words
    named = [number for number in _numbers(text) if number in words]
    lines = [f"- [Rule {number}]({rule_url(game, number)}): {words[number]}" for number in named]
    return "\n\n" + "\n".join(lines) if lines else ""


def _numbers(text: str) -> list[int]:
    return sorted({number for named in _NAMED.findall(text) for number in _listed(named)})


def _listed(named: str) -> Iterator[int]:
    for first, last in _NUMBERS.findall(named):
        yield from range(int(first), int(last or first) + 1)
