"""The page of a round's report: in a real browser, on paper, and in the hands of who means ill."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
from msgspec.structs import replace
from tests.api.calling import Operator
from tests.api.rounds import by_hand, coup, stage

from croupier.adapters.http.pages.rounds import round_page
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor
from croupier.service.callers import Caller

in_a_browser = pytest.mark.needs("chromium")
HOSTILE = "<script>alert(1)</script> {{ 7 * 7 }} \"'&amp;"


async def page_of(operator: Operator, path: str) -> httpx.Response:
    answer = await operator.caller.get(path)
    assert answer.is_success, answer.text
    return answer


class Outline(HTMLParser):
    """The tags of a page, whether they are closed, and what they refer to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", GAMES)
async def test_the_page_is_whole_and_needs_nothing_from_elsewhere(tester: Operator, game: str) -> None:
    path = next(path for path in by_hand(game) if b'"start-round"}' in path.read_bytes())
    table, _ = await stage(tester, path)
    page = await page_of(tester, f"/v1/rounds/{table}.1/page?proofs=true")
    outline = Outline(page.text)
    assert outline.open == []
    assert not outline.tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert not outline.attributes & {"src", "href", "style", "onclick", "onload", "srcset"}
    assert "url(" not in page.text
    assert "@import" not in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-content-type-options"] == "nosniff"


async def test_the_page_says_what_the_report_says(operator: Operator) -> None:
    table, player = await coup(operator)
    await operator.parts.publisher.publish()
    report = (await operator.caller.get(f"/v1/rounds/{table}.1", proofs=True)).json()
    page = (await page_of(operator, f"/v1/rounds/{table}.1/page?proofs=true")).text
    assert player.id in page
    assert report["deck"]["seed"] in page
    assert report["deck"]["commitment"] in page
    for entry in (*report["entries"], *report["related"]):
        assert entry["leaf"] in page
        assert entry["proof"] in page
        for event in entry["events"]:
            assert event["sentence"] in page
    settled = report["entries"][-1]["events"]
    words = [event["rule_words"] for event in settled if event["event"]["type"] == "bet-settled"]
    assert all(one.replace("'", "&#39;") in page for one in words)


@pytest.mark.parametrize(
    ("log", "proven", "sentence", "check"),
    [
        (True, True, "Every entry above is a leaf of the published tree of the log", "all entries follow on"),
        (True, False, "Every entry above that has a proof below is a leaf of", "all entries follow on"),
        (
            False,
            True,
            "WRONG: the entries above cannot all be shown to be leaves",
            "wrong: an entry was changed",
        ),
        (None, False, "No entry above is in a published checkpoint yet", "when a checkpoint covers an entry"),
    ],
)
async def test_the_page_says_of_the_log_no_more_than_was_checked(
    operator: Operator, log: bool | None, proven: bool, sentence: str, check: str
) -> None:
    table, _ = await coup(operator)
    await operator.parts.publisher.publish()
    reader = Actor("auditor", "office")
    report = await operator.parts.services.reporting.report(Caller(operator.name, reader), f"{table}.1")
    last = report.entries[-1]
    entries = (*report.entries[:-1], replace(last, proof=last.proof if proven else None))
    altered = replace(report, entries=entries, checks=replace(report.checks, log=log))
    page = round_page(altered, reader, datetime.now(UTC), proofs=False).decode()
    assert f"<p>{sentence}" in page
    assert f'<b>Log</b><span class="small soft">{check}' in page
    assert page.count("Every entry above") == (log is True)


async def test_the_reason_of_a_voided_round_stands_as_it_was_written(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    await operator.caller.do(f"/v1/tables/{table}/void-round", reason="The lights went out.")
    page = await page_of(operator, f"/v1/rounds/{table}.1/page")
    assert "Called off: <strong>The lights went out.</strong></p>" in page.text
    assert "<b>Arithmetic</b>" in page.text


async def test_what_people_write_stays_text(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    await operator.caller.do(f"/v1/tables/{table}/void-round", reason=HOSTILE)
    page = await page_of(operator, f"/v1/rounds/{table}.1/page")
    outline = Outline(page.text)
    assert "script" not in outline.tags
    assert "<script" not in page.text
    assert "49" not in re.findall(r"Called off: <strong>(.*?)</strong>", page.text)[0]
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }} &#34;&#39;&amp;amp;" in page.text


@contextmanager
def served(page: httpx.Response) -> Iterator[tuple[str, list[str]]]:
    """The page behind an address that needs no key, with its headers; and the paths that were asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200 if self.path == "/page" else 404)
            for name in ("content-type", "content-security-policy"):
                self.send_header(name, page.headers[name])
            self.end_headers()
            self.wfile.write(page.content if self.path == "/page" else b"")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/page", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def browse(url: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Let the browser do something with the page."""
    command = (
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--enable-logging=stderr",
        f"--user-data-dir={folder / 'browser'}",
        *arguments,
        url,
    )
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


@in_a_browser
async def test_a_browser_shows_the_page_with_its_own_style_and_asks_for_nothing_else(
    operator: Operator, tmp_path: Path
) -> None:
    table, player = await coup(operator)
    page = await page_of(operator, f"/v1/players/{player.id}/rounds/{table}.1/replay/page")
    with served(page) as (url, asked):
        shown = browse(url, tmp_path, "--dump-dom")
    assert ">REPLAY</span>" in shown.stdout
    assert player.id in shown.stdout
    assert "Refused to" not in shown.stderr
    assert "violates" not in shown.stderr
    assert set(asked) <= {"/page", "/favicon.ico"}


@in_a_browser
async def test_the_browser_would_not_run_or_load_what_somebody_got_into_the_page(
    operator: Operator, tmp_path: Path
) -> None:
    table, _ = await coup(operator)
    page = await page_of(operator, f"/v1/rounds/{table}.1/page")
    evil = b"<script>document.body.textContent='gone'</script><img src=/stolen><h1 style='color:red'>"
    tampered = httpx.Response(200, headers=headers(page), content=page.content.replace(b"<header>", evil, 1))
    with served(tampered) as (url, asked):
        shown = browse(url, tmp_path, "--dump-dom")
    assert "Players and funds" in shown.stdout
    assert "/stolen" not in asked


def headers(page: httpx.Response) -> Mapping[str, str]:
    return {name: page.headers[name] for name in ("content-type", "content-security-policy")}


@in_a_browser
async def test_the_page_is_printed_as_a_document(operator: Operator, tmp_path: Path) -> None:
    table, _ = await coup(operator)
    page = await page_of(operator, f"/v1/rounds/{table}.1/page?proofs=true")
    with served(page) as (url, _):
        browse(url, tmp_path, f"--print-to-pdf={tmp_path / 'round.pdf'}", "--no-pdf-header-footer")
    printed = (tmp_path / "round.pdf").read_bytes()
    assert printed.startswith(b"%PDF-")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 12


@in_a_browser
async def test_the_page_looks_otherwise_with_its_style_than_without(
    operator: Operator, tmp_path: Path
) -> None:
    table, _ = await coup(operator)
    page = await page_of(operator, f"/v1/rounds/{table}.1/page")
    bare = re.sub(rb"<style>.*?</style>", b"", page.content, flags=re.DOTALL)
    pictures = []
    for name, content in (("styled", page.content), ("bare", bare)):
        picture = tmp_path / f"{name}.png"
        with served(httpx.Response(200, headers=headers(page), content=content)) as (url, _):
            browse(url, tmp_path, f"--screenshot={picture}", "--window-size=1000,1400", "--hide-scrollbars")
        assert picture.read_bytes().startswith(b"\x89PNG")
        pictures.append(sha256(picture.read_bytes()).digest())
    assert pictures[0] != pictures[1]
