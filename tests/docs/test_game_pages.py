"""The pages for integrators are true: commands, events, rules, phases, refusals and worked rounds."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields
from tests.docs.worked_rounds import PAGES, renewed, steps_of

import croupier.domain
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Rejected, by_tag, tag_of
from croupier.domain.games.game import SHARED_COMMANDS, SHARED_EVENTS
from croupier.domain.options import Choice
from croupier.domain.table.commands import CorrectHouse, ExpireTurn, OpenTable
from croupier.domain.table.events import TableOpened
from croupier.service.scenarios.format import command_of
from croupier.service.scenarios.reading import read_scenario
from croupier.service.scenarios.table import ScenarioTable

SHARED = (PAGES / "README.md").read_text()
PAGE = {game: (PAGES / f"{game}.md").read_text() for game in GAMES}
SCENARIOS = Path(__file__).parents[1] / "scenarios"
DOMAIN = Path(croupier.domain.__file__).parent
of_every_game = pytest.mark.parametrize("game", GAMES)


def section(page: str, title: str) -> str:
    """The text under a heading, up to the next."""
    return page.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of the tables in a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in cells if row[0].startswith("`")]


def quoted(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def told(page: str, title: str) -> dict[str, tuple[str, ...]]:
    """The tags in the table of a section, with their fields."""
    found = rows(section(page, title))
    tags = {row[0].strip("`"): tuple(quoted(row[1])) for row in found}
    assert len(tags) == len(found), "a tag is told twice"
    return tags


def existing(kinds: tuple[type[Struct], ...]) -> dict[str, tuple[str, ...]]:
    """The tags of commands or events, with their fields."""
    return {tag: kind.__struct_fields__ for tag, kind in by_tag(kinds).items()}


def refusal_codes() -> set[str]:
    """Every code that the domain refuses with, but for disputes, which have a page of their own."""
    paths = [path for path in DOMAIN.rglob("*.py") if path.parent.name != "disputes"]
    text = "".join(path.read_text() for path in paths)
    return set(re.findall(r'Rejected\(\s*"([a-z-]+)"', text))


@of_every_game
def test_the_worked_round_is_what_the_domain_answers_to_the_byte(game: str) -> None:
    assert renewed(game, PAGE[game]) == PAGE[game], "run: python -m tests.docs.worked_rounds"


@of_every_game
def test_a_worked_round_is_whole_and_shows_every_event(game: str) -> None:
    steps = steps_of(section(PAGE[game], "A worked round"))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.shown.keys() & {"events", "code"} for step in steps if step.method == "POST")
    tags = [event["type"] for step in steps for event in step.shown.get("events", ())]
    assert {"table-opened", "round-started", "round-ended"} <= set(tags)


@of_every_game
def test_every_json_of_a_page_is_played_by_its_worked_round(game: str) -> None:
    steps = steps_of(PAGE[game])
    blocks = re.findall(r"```(json[^\n]*)\n", PAGE[game])
    assert blocks.count("json answer") == len(steps)
    assert blocks.count("json request") == sum(bool(step.body) for step in steps)
    assert set(blocks) == {"json answer", "json request"}


@of_every_game
def test_a_page_tells_every_command_with_its_fields_and_no_other(game: str) -> None:
    assert told(PAGE[game], "Commands") == existing(GAMES[game].commands)


@of_every_game
def test_a_page_tells_every_event_with_its_fields_and_no_other(game: str) -> None:
    assert told(PAGE[game], "Events") == existing(GAMES[game].events)


def test_the_shared_commands_and_events_are_told_and_no_other() -> None:
    commands = (OpenTable, *SHARED_COMMANDS, ExpireTurn, CorrectHouse)
    assert told(SHARED, "Commands of every table") == existing(commands)
    assert told(SHARED, "Events of every table") == existing((TableOpened, *SHARED_EVENTS))


@of_every_game
def test_a_page_tells_every_rule_and_limit_with_its_default(game: str) -> None:
    wanted = {
        f"{part}.{known.name}": _default(known.default)
        for part in ("rules", "limits")
        for known in fields(getattr(GAMES[game], part))
    }
    found = {row[0].strip("`"): row[2].strip("`") for row in rows(section(PAGE[game], "Rules and limits"))}
    deeper = {name for name in found if name.count(".") > 1}
    assert {name: default for name, default in found.items() if name not in deeper} == wanted
    assert {name.rpartition(".")[0] for name in deeper} <= wanted.keys()


def _default(value: Any) -> str:
    if value is NODEFAULT:
        return "-"
    return json.dumps(
        {name: getattr(value, name) for name in value.__struct_fields__}
        if isinstance(value, Struct)
        else value
    )


@of_every_game
def test_the_diagram_has_the_phases_of_the_view_and_no_other(game: str) -> None:
    (diagram,) = re.findall(r"```mermaid\nstateDiagram-v2\n(.*?)```", PAGE[game], re.DOTALL)
    arrows = re.findall(r"^    (\S+) --> (\w+)", diagram, re.MULTILINE)
    drawn = {state.replace("_", "-") for arrow in arrows for state in arrow if state != "[*]"}
    assert drawn == set(get_args(get_type_hints(GAMES[game].play_view)["phase"]))


def test_the_kinds_of_choices_in_options_are_told_with_their_members() -> None:
    assert told(SHARED, "A client that knows no rules") == existing(get_args(Choice))


def test_the_table_of_refusals_has_every_code_of_the_domain_and_no_other() -> None:
    assert {row[0].strip("`") for row in rows(section(SHARED, "Refusals"))} == refusal_codes()


@pytest.mark.parametrize("page", [SHARED, *PAGE.values()], ids=["shared", *PAGE])
def test_commands_are_refused_by_codes_that_exist(page: str) -> None:
    title = "Commands" if "\n## Commands\n" in page else "Commands of every table"
    told_codes = {code for row in rows(section(page, title)) for code in quoted(row[3])}
    assert told_codes - refusal_codes() == set()


@of_every_game
def test_whatever_the_golden_scenarios_are_refused_is_told_with_its_rule(game: str) -> None:
    cells = {
        row[0].strip("`"): row[3]
        for row in (*rows(section(PAGE[game], "Commands")), *rows(section(SHARED, "Commands of every table")))
    }
    met = set(refusals(game))
    assert met
    untold = {
        (tag, code, rule)
        for tag, code, rule in met
        if code not in quoted(cells[tag]) or not re.search(rf"\b{rule or ''}\b", cells[tag])
    }
    assert not untold


def refusals(game: str) -> Iterator[tuple[str, str, int | None]]:
    """Every refusal in the golden scenarios of the game: command, code and rule."""
    for path in sorted(SCENARIOS.glob(f"{game}/*.json")):
        scenario = read_scenario(path.read_bytes())
        table = ScenarioTable(scenario)
        table.open()
        for seat in scenario.seats:
            table.seat(seat)
        for step in scenario.steps:
            try:
                table.give(command_of(game, step), step.by)
            except Rejected as refusal:
                yield tag_of(step), refusal.code, refusal.rule


def test_the_table_of_games_has_their_seats_and_bankers() -> None:
    (table,) = re.findall(r"(\| game \| id .*?)\n\n", SHARED, re.DOTALL)
    cells = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    told_games = {row[1]: (row[0], row[2], row[3]) for row in cells}
    banks = {"house": "the house", "player": "a player"}
    assert told_games == {
        name: (game.title, str(game.places), banks[game.banks]) for name, game in GAMES.items()
    }


def test_the_program_that_recomputes_decks_agrees_with_the_published_vectors() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", SHARED, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(program, scope)
    deck, seed = "deck-0001", bytes(range(64)).hex()
    commitment = "8eda9ac787fc09346df4069b53519ea6948736d76ed0cb468f80a16403c17d19"
    contributions = {2: b"bob", 1: b"alice"}
    cards, cut = scope["deck_of"](deck, commitment, seed, contributions)
    assert (cards[:6], cut) == (["JH", "8H", "AD", "6S", "QC", "QD"], 48)
    cards, cut = scope["deck_of"](deck, commitment, seed, contributions, shuffle=2)
    assert (cards[:6], cut) == (["KC", "2C", "TH", "7S", "TD", "9D"], 41)
    cards, _ = scope["deck_of"](deck, commitment, seed, contributions, packs=8)
    assert cards[:6] == ["2H", "3H", "2C", "7H", "AS", "5D"]
    with pytest.raises(AssertionError, match="not the one committed to"):
        scope["deck_of"](deck, commitment, seed[2:] + "00", contributions)


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.md")), ids=lambda path: path.stem)
def test_every_link_of_a_page_leads_somewhere(path: Path) -> None:
    for file, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)]*)\)", path.read_text()):
        target = path.parent / file if file else path
        assert target.exists(), file
        if anchor:
            assert f"\n## {anchor.replace('-', ' ')}\n" in target.read_text().lower()
