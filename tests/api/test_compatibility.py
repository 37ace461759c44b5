"""Clients of the last release go on working: what is only added, or said otherwise, breaks nobody."""

import json
import re
from copy import deepcopy
from pathlib import Path

import pytest
from tests.support.compatibility import breaks
from tests.support.compatibility.__main__ import main
from tests.support.compatibility.released import Documents
from tests.support.compatibility.schemas import OPEN
from tests.support.toy_interface import SCHEMAS, TOY, Change, Document, becomes, bet, fields, needs

PAGE = Path(__file__).parents[2] / "docs" / "versioning.md"


def without_known_fields_only(new: Document) -> None:
    new["components"]["schemas"]["Body"]["additionalProperties"] = True


def renamed(new: Document) -> None:
    """Every component has another name, and one is written out where it is used."""
    text = json.dumps(new)
    for name in SCHEMAS:
        text = text.replace(f'schemas/{name}"', f'schemas/The{name}"').replace(f'"{name}":', f'"The{name}":')
    becomes(new, **json.loads(text))
    new["paths"]["/bets"]["post"]["responses"]["200"]["content"]["application/json"]["schema"] = new[
        "components"
    ]["schemas"].pop("TheAnswer")


def by_parts(new: Document) -> None:
    schemas = new["components"]["schemas"]
    table = fields(new, "Answer")["table"]
    schemas["Table"] = {"type": "object", "required": ["table"], "properties": {"table": table}}
    own = schemas["Answer"]
    del own["properties"]["table"]
    own["required"] = ["status"]
    own["allOf"] = [{"$ref": "#/components/schemas/Table"}]


def another_event(new: Document) -> None:
    schemas = new["components"]["schemas"]
    schemas["Paused"] = {"type": "object", "required": ["type"], "properties": {"type": {"enum": ["paused"]}}}
    schemas["Event"]["anyOf"].append({"$ref": "#/components/schemas/Paused"})


def one_of(new: Document) -> None:
    event = new["components"]["schemas"]["Event"]
    event["oneOf"] = event.pop("anyOf")


def constants(new: Document) -> None:
    becomes(fields(new, "Opened")["type"], const="opened")


ADDITIVE: dict[str, Change] = {
    "nothing": lambda new: None,
    "a path": lambda new: new["paths"].update({"/more": {"get": {}}}),
    "a method": lambda new: new["paths"]["/bets"].update({"put": {}}),
    "a caller": lambda new: bet(new)["security"].append({"adminKey": []}),
    "a route that is for everybody now": lambda new: bet(new).update(security=[]),
    "a parameter that may be left out": lambda new: bet(new)["parameters"].append(
        {"name": "game", "in": "query", "schema": {"type": "string"}}
    ),
    "a wider parameter": lambda new: bet(new)["parameters"][1]["schema"].update(maximum=500),
    "a header written otherwise": lambda new: new["components"]["parameters"]["Key"].update(
        name="idempotency-key"
    ),
    "a field of a body that may be left out": lambda new: fields(new, "Body").update(more={"type": "string"}),
    "a field of a body that need not be there any more": lambda new: needs(new, "Body").remove("stake"),
    "a body that takes anything more": without_known_fields_only,
    "a value that may be asked for": lambda new: fields(new, "Body")["on"]["enum"].append("tie"),
    "wider bounds of a body": lambda new: fields(new, "Body")["stake"].update(minimum=0, maximum=1000),
    "a wider pattern of a body": lambda new: fields(new, "Body")["note"].update(pattern="^[a-z0-9]{0,12}$"),
    "a default that is told": lambda new: fields(new, "Body")["stake"].update(default=1),
    "a default that is not told any more": lambda new: fields(new, "Body")["tries"].pop("default"),
    "a kind of body": lambda new: bet(new)["requestBody"]["content"].update({"text/csv": {}}),
    "a problem": lambda new: bet(new)["responses"].update({"429": {}}),
    "a header of an answer": lambda new: bet(new)["responses"]["200"]["headers"].update(Link={}),
    "a kind of answer, for who asks for it": lambda new: bet(new)["responses"]["200"]["content"].update(
        {"text/html": {}}
    ),
    "a field of an answer": lambda new: fields(new, "Answer").update(more={"type": "string"}),
    "a field that is always there now": lambda new: needs(new, "Answer").append("limit"),
    "narrower bounds of an answer": lambda new: fields(new, "Answer")["limit"].update(minimum=0, maximum=9),
    "a value that is not answered any more": lambda new: fields(new, "Answer")["status"]["enum"].remove(
        "open"
    ),
    "a value of an open field": lambda new: fields(new, "Answer")["role"]["enum"].append("admin"),
    "a type of event": another_event,
    "a deprecation": lambda new: bet(new).update(deprecated=True, description="Use another."),
    "other names of components": renamed,
    "a component made of parts": by_parts,
    "a union that is exclusive": one_of,
    "constants for enumerations of one": constants,
}


@pytest.mark.parametrize("change", ADDITIVE.values(), ids=ADDITIVE)
def test_what_is_added_or_only_said_otherwise_breaks_nobody(change: Change) -> None:
    new = deepcopy(TOY)
    change(new)
    assert breaks(TOY, new) == []


def test_clients_of_the_last_release_work_with_the_committed_document() -> None:
    documents = Documents()
    found = breaks(documents.last, documents.committed)
    listed = "what is broken knowingly stands, with its reason, in openapi/released/accepted.txt"
    assert documents.unaccepted(found) == [], listed
    assert documents.needless(found) == [], listed


def test_the_page_names_the_fields_that_may_have_new_values() -> None:
    [said] = re.findall(r"new values of these fields of answers: (.*?)\. All other", PAGE.read_text("utf-8"))
    assert tuple(re.findall("`([a-z_]+)`", said)) == OPEN


def folder_with(tmp_path: Path, document: Document) -> Documents:
    (tmp_path / "released").mkdir()
    (tmp_path / "released" / "accepted.txt").write_text("")
    for version in ("0.9.0", "0.10.0"):
        (tmp_path / "released" / f"croupier-{version}.openapi.json").write_text(json.dumps(TOY))
    (tmp_path / "croupier.openapi.json").write_text(json.dumps(document))
    return Documents(tmp_path)


def test_a_release_is_what_later_documents_are_held_against(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = deepcopy(TOY)
    new["paths"]["/more"] = {"get": {"operationId": "more", "responses": {}}}
    documents = folder_with(tmp_path, new)
    assert main(["--release", "0.11.0"], documents) == 0
    (tmp_path / "croupier.openapi.json").write_text(json.dumps(TOY))
    assert main([], documents) == 1
    assert capsys.readouterr().out == "GET /more: is gone\n"


def test_what_breaks_clients_is_not_released_unless_it_was_accepted(tmp_path: Path) -> None:
    new = deepcopy(TOY)
    del new["paths"]["/bets"]["get"]
    documents = folder_with(tmp_path, new)
    assert main(["--release", "0.11.0"], documents) == 1
    assert documents.last == TOY
    (tmp_path / "released" / "accepted.txt").write_text("# Nobody used it.\n*: is gone\nPUT /bets: is gone\n")
    assert documents.needless(["GET /bets: is gone"]) == ["PUT /bets: is gone"]
    assert main(["--release", "0.11.0"], documents) == 0
    assert documents.last == new
    assert documents.accepted == []
