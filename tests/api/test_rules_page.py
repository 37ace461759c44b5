"""The rules of the games as pages: where a refusal's `rule_url` leads."""

import asyncio
import re
from pathlib import Path

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.test_round_page import Outline, browse, in_a_browser

from croupier.domain.catalogue import GAMES

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("game", GAMES)
async def test_every_rule_has_its_place_on_the_page(anybody: Caller, game: str) -> None:
    page = await anybody.get(f"/rules/{game}", headers=BROWSER)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert re.findall(r'id="rule-(\d+)"', page.text) == [str(number) for number in GAMES[game].rule_words]
    for words in (*GAMES[game].rule_words.values(), *GAMES[game].refusal_words.values()):
        assert words.replace("'", "&#39;") in page.text


@pytest.mark.parametrize("path", ["/rules/skinball", "/problems", "/problems/wrong-phase"])
async def test_the_pages_are_whole_and_need_nothing_from_elsewhere(anybody: Caller, path: str) -> None:
    page = await anybody.get(path, headers=BROWSER)
    outline = Outline(page.text)
    assert outline.open == []
    assert not outline.tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    links = set(re.findall(r'href="(/[^"]*)"', page.text))
    for link in links:
        assert (await anybody.get(link)).is_success, link


@pytest.mark.parametrize("accept", ["application/json", "*/*", ""])
async def test_who_is_no_browser_gets_the_rules_as_json(anybody: Caller, accept: str) -> None:
    told = (await anybody.get("/rules/skinball", headers={"Accept": accept})).json()
    assert told["game"] == "skinball"
    assert told["rules_version"] == "skinball/1"
    assert told["rules"][10] == {
        "rule": 11,
        "words": GAMES["skinball"].rule_words[11],
        "url": "/rules/skinball#rule-11",
    }


async def test_there_are_no_rules_of_another_game(anybody: Caller) -> None:
    assert code_of(await anybody.send("GET", "/rules/whist"), 404) == "no-such-route"


async def test_a_refusal_leads_to_its_rule(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    refused = await player.bet(table)
    url = refused.json()["rule_url"]
    path, _, anchor = url.partition("#")
    assert f'id="{anchor}"' in (await operator.caller.get(path, headers=BROWSER)).text


@in_a_browser
async def test_a_browser_goes_to_the_rule_and_marks_it(operator: Operator, tmp_path: Path) -> None:
    pictures = {}
    for anchor in ("", "#rule-11", "#rule-99"):
        picture = tmp_path / f"rules{anchor}.png"
        url = f"{operator.url}/rules/skinball{anchor}"
        # In a thread: the service that is to answer runs on the loop of the test.
        shown = await asyncio.to_thread(browse, url, tmp_path, f"--screenshot={picture}")
        assert "Refused to" not in shown.stderr
        pictures[anchor] = picture.read_bytes()
    assert pictures["#rule-11"] != pictures[""]
    assert pictures["#rule-99"] == pictures[""]
