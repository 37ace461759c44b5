"""The reference for people: whole, offline, and under a policy that lets nothing else in."""

import asyncio
from pathlib import Path

import pytest
from tests.api.browsing import browsed
from tests.api.calling import Caller, code_of
from tests.api.conforming import the_document

from croupier.adapters.http.pages.reference import ASSETS


async def test_the_reference_is_a_page_under_a_strict_policy(anybody: Caller) -> None:
    page = await anybody.get("/docs")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "://" not in page.text


async def test_all_that_the_page_needs_is_served_beside_it(anybody: Caller) -> None:
    page = await anybody.get("/docs")
    for name, asset in ASSETS.items():
        answer = await anybody.http.get(f"/docs/{name}")
        assert answer.headers["content-type"] == asset.media
        assert answer.headers["cache-control"] == "public, max-age=3600"
        assert len(answer.content) > 100
        assert f'"/docs/{name}"' in page.text


@pytest.mark.parametrize("name", ["swagger-ui.js", "..%2Freference.html", "index.html", "%00"])
async def test_nothing_else_is_served(anybody: Caller, name: str) -> None:
    assert code_of(await anybody.http.get(f"/docs/{name}"), 404) == "no-such-route"


@pytest.mark.needs("chromium")
async def test_a_browser_shows_every_section_and_needs_nobody_but_the_service(
    anybody: Caller, tmp_path: Path
) -> None:
    # In a thread: the service runs in the loop of the tests.
    url = str(anybody.http.base_url.join("/docs#/Wallets/deposit"))
    seen = await asyncio.to_thread(browsed, url, tmp_path, milliseconds=10_000)
    for tag in the_document()["tags"]:
        assert f'id="operations-tag-{tag["name"]}"' in seen.page
    # The section that the link leads into is open, the others are not.
    for methods in the_document()["paths"].values():
        for operation in methods.values():
            (tag,) = operation["tags"]
            assert (f'id="operations-{tag}-{operation["operationId"]}"' in seen.page) == (tag == "Wallets")
    assert "spdx.org" not in seen.page
    # Whatever the page asks elsewhere for, its policy refuses, and the browser says so.
    assert "Refused to" not in seen.log
    assert "violates" not in seen.log
    assert "ERR_NAME_NOT_RESOLVED" not in seen.log
