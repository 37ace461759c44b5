"""Every page of the documentation can be found from its index, and every link in it leads somewhere."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

DOCS: Final = Path(__file__).parents[2] / "docs"
INDEX: Final = DOCS / "README.md"
PAGES: Final = sorted(DOCS.rglob("*.md"))


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The files of this repository that the page links to, each with the heading that is meant, or none."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if ":" not in target:
            file, _, anchor = target.partition("#")
            yield (page.parent / file if file else page).resolve(), anchor


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names by which a page's headings are linked to: as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), target
        assert not anchor or anchor in anchors(target), f"{target.name}#{anchor}"


def test_every_page_is_in_the_index_or_below_a_page_that_is() -> None:
    named = {target for target, _ in links(INDEX)}
    below = {DOCS / "games", DOCS / "adr"}
    assert {folder / "README.md" for folder in below} <= named
    for page in PAGES:
        assert page in named or page == INDEX or page.parent in below, page.name


def test_the_readme_leads_to_the_index() -> None:
    assert (INDEX, "") in set(links(DOCS.parent / "README.md"))
