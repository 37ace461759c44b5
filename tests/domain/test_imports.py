"""What the domain stands on (what is pure of the standard library, msgspec, itself), and who knows a game."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import croupier

ROOT: Final = Path(croupier.__file__).parent
DOMAIN: Final = ROOT / "domain"
GAMES: Final = sorted(file.parent.name for file in DOMAIN.glob("games/*/__init__.py"))
CATALOGUE: Final = "domain/catalogue.py"

PURE: Final = {
    *("collections", "datetime", "fractions", "functools", "hashlib", "hmac", "itertools", "math"),
    *("msgspec", "operator", "re", "struct", "typing"),
}
"""Without I/O, clock and randomness, but for what `CLOCKS` names. Whatever is added has to be so, too."""

CLOCKS: Final = {"now", "today", "utcnow"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The full names of all that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.AST]:
    """The modules of the package by their paths in it."""
    return {str(file.relative_to(ROOT)): ast.parse(file.read_bytes()) for file in ROOT.rglob("*.py")}


def test_the_domain_imports_what_is_pure_and_itself(trees: dict[str, ast.AST]) -> None:
    outside = {
        (file, name)
        for file, tree in trees.items()
        if file.startswith("domain/")
        for name in imported(tree)
        if not name.startswith("croupier.domain.") and name.split(".")[0] not in PURE
    }
    assert not outside


def test_the_domain_reads_no_clock(trees: dict[str, ast.AST]) -> None:
    reading = {
        (file, node.attr)
        for file, tree in trees.items()
        if file.startswith("domain/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS
    }
    assert not reading


def test_games_are_known_to_themselves_and_to_the_catalogue_alone(trees: dict[str, ast.AST]) -> None:
    knowing = {
        (file, game)
        for file, tree in trees.items()
        for name in imported(tree)
        for game in GAMES
        if f"{name}.".startswith(f"croupier.domain.games.{game}.")
        and not file.startswith(f"domain/games/{game}/")
    }
    assert knowing == {(CATALOGUE, game) for game in GAMES}
