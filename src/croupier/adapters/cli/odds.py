"""`croupier odds`: exact probabilities and house edges of a game, as the catalogue counts them."""

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Flag
from croupier.adapters.cli.printing import print_json

if TYPE_CHECKING:
    from msgspec import Struct

    from croupier.domain.games.game import Game
    from croupier.domain.odds import ExactOdds, OddsTable

_PLACES = Decimal(1).scaleb(-12)


@telling("croupier odds: ")
def odds(
    game: str,
    *,
    json: Flag = False,
    **rules: str,
) -> int:
    """Count a game out: exact probabilities, and what each bet leaves to the house or the bank.

    Parameters
    ----------
    game
        The game, by its name in the catalogue.
    json
        Print one JSON object for machines.
    rules
        A rule of the table, e.g. `--decks 6 --tie-pays 9`, a rule with parts as JSON; those left out have
        their defaults.
    """
    found, counted, exact = _count(game, rules)
    if json:
        _print_json(found, counted, exact)
    else:
        _print_text(found, counted, exact)
    return 0


def _count(game: str, rules: dict[str, str]) -> "tuple[Game, Struct, ExactOdds]":
    """The game, the rules and what is counted under them. Raises `Refused`."""
    from msgspec import DecodeError, convert

    from croupier.domain.catalogue import GAMES
    from croupier.service.wording import told

    counted = {name: found for name, found in GAMES.items() if found.odds}
    if game not in counted:
        raise Refused(f"nothing is counted for {game!r}, only for {', '.join(counted)}")
    found = counted[game]
    try:
        wanted = {name.replace("-", "_"): _value(value) for name, value in rules.items()}
        table = convert(wanted, found.rules, strict=False)
    except DecodeError as error:
        known = ", ".join(found.rules.__struct_fields__)
        raise Refused(
            f"no such rules: {told(error, found.rules)}; the rules of {game} are: {known}"
        ) from None
    assert found.odds
    return found, table, found.odds(table)


def _value(written: str) -> Any:
    """A rule's value as it was written, a rule with parts in JSON. Raises `DecodeError`."""
    from msgspec.json import decode

    return decode(written) if written.startswith("{") else written


def _print_json(game: "Game", rules: "Struct", exact: "ExactOdds") -> None:
    from msgspec import to_builtins

    document: dict[str, Any] = {
        "game": game.name,
        "rules": to_builtins(rules),
        **{one.name: {of: _both(value) for of, value in one.values.items()} for one in exact.tables},
        "note": exact.note,
    }
    print_json(document)


def _both(exact: Fraction) -> dict[str, str]:
    return {"exact": str(exact), "decimal": _decimal(exact)}


def _print_text(game: "Game", rules: "Struct", exact: "ExactOdds") -> None:
    from msgspec import to_builtins
    from msgspec.json import encode

    shown = ", ".join(
        f"{name.replace('_', ' ')} {encode(value).decode()}" for name, value in to_builtins(rules).items()
    )
    print(f"{game.title}: {shown}")
    for table in exact.tables:
        _print_table(table)
    print(f"\n{exact.note}")


def _print_table(table: "OddsTable") -> None:
    print(f"\n{table.heading}")
    width = max(map(len, table.values))
    for name, value in table.values.items():
        print(f"  {name:{width}}  {_decimal(value):>15}  {value}")


def _decimal(exact: Fraction) -> str:
    """The number rounded to twelve decimal places."""
    with localcontext(prec=60):
        return f"{(Decimal(exact.numerator) / exact.denominator).quantize(_PLACES):f}"
