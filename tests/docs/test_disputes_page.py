"""The page on disputes is true: commands, events, refusals and states."""

import re
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields
from tests.docs.test_game_pages import quoted, rows, section, told

import croupier.domain.disputes
from croupier.domain.decider import by_tag
from croupier.domain.disputes.commands import DisputeCommand, OpenDispute
from croupier.domain.disputes.events import DisputeEvent
from croupier.domain.disputes.state import Status
from croupier.service.disputes import DisputeRequest

PAGE = (Path(__file__).parents[2] / "docs" / "disputes.md").read_text()
CODE = Path(croupier.domain.disputes.__file__).parent


def refusal_codes() -> set[str]:
    """Every code that a dispute refuses with."""
    text = "".join(path.read_text() for path in CODE.glob("*.py"))
    return set(re.findall(r'Rejected\(\s*"([a-z-]+)"', text))


def names(kind: type[Struct]) -> set[str]:
    """The names of a Struct's fields."""
    return {field.name for field in fields(kind)}


def test_every_command_is_told_with_the_fields_that_a_client_gives() -> None:
    found = {tag: set(given) for tag, given in told(PAGE, "Who does what").items()}
    wanted = {tag: names(kind) for tag, kind in by_tag(DisputeCommand.__args__).items()}
    assert names(OpenDispute) - names(DisputeRequest) == {"evidence", "deadlines"}
    wanted["open-dispute"] = names(DisputeRequest)
    assert found == wanted


def test_every_event_is_told_with_its_fields() -> None:
    found = {tag: set(given) for tag, given in told(PAGE, "Events").items()}
    assert found == {tag: names(kind) for tag, kind in by_tag(DisputeEvent.__args__).items()}


def test_every_refusal_is_told_and_no_other() -> None:
    assert {row[0].strip("`") for row in rows(section(PAGE, "Refusals"))} == refusal_codes()


def test_commands_are_refused_by_codes_that_exist() -> None:
    of_others = {"unknown-round", "round-unfinished", "insufficient-funds"}
    of_others |= {"wallet-full", "house-account-full"}
    for row in rows(section(PAGE, "Who does what")):
        assert set(quoted(row[3])) <= refusal_codes() | of_others


def test_the_diagram_has_every_state() -> None:
    (diagram,) = re.findall(r"```mermaid\nstateDiagram-v2\n(.*?)```", PAGE, re.DOTALL)
    arrows = re.findall(r"^    (\S+) --> (\w+)", diagram, re.MULTILINE)
    drawn = {state for arrow in arrows for state in arrow if state != "[*]"}
    assert drawn == set(get_args(Status)) - {"unopened"}
