"""The page for auditors tells every finding there can be, and shows what the program prints."""

import re
from pathlib import Path
from typing import get_args

import pytest
from tests.support.bundling import bundled, verified
from tests.support.playing import Casino

from croupier.adapters.cli.verdicts import lines
from croupier.domain.table.commands import CloseTable
from croupier.service.bundles.selections import OfTable, Request, WholeLog
from croupier.service.replay.findings import Code
from croupier.service.verifying.findings import BundleCode

PAGE = (Path(__file__).parents[2] / "docs" / "auditing.md").read_text()
TABLE = "baccarat-k3vq7m2abcde"


def test_every_finding_is_told() -> None:
    told = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", PAGE.partition("## Findings")[2].partition("\n## ")[0]))
    assert told == {*get_args(BundleCode), *get_args(Code)}


async def story() -> Casino:
    """What the page's examples are of."""
    casino = Casino()
    for name in ("x5n3bqy5phcxckor", "qlx4fwjy6whico45"):
        await casino.wallet(name, 5_000)
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "x5n3bqy5phcxckor", 1_000)
    await casino.sit(TABLE, 5, "qlx4fwjy6whico45", 1_000)
    for _ in range(3):
        await casino.coup(TABLE, {1: 10, 5: 20})
    await casino.give(TABLE, CloseTable())
    await casino.open("baccarat-pf6dl2q7uv5r4xta")
    return casino


def without_chance(text: str) -> list[str]:
    """The lines, without numbers that come of cards, clocks and keys."""
    text = re.sub(r"[0-9a-f]{64}|[a-z.]+/house(\+\S+)?(?=[:,])", "..", text)
    text = re.sub(r"in [0-9.]+ s, [0-9,]+ entries/s|[0-9,]+ in wallets \+ -?[0-9,]+ on tables", "..", text)
    return text.splitlines()


@pytest.mark.parametrize(
    ("file", "request_"), [("house-log.croupier.tar", WholeLog()), ("table.tar", OfTable(TABLE))]
)
async def test_what_the_program_prints_is_shown_as_it_is(file: str, request_: Request) -> None:
    _, _, shown = PAGE.partition(f"$ croupier verify {file} --key house.key\n")
    printed = "\n".join(lines(verified(await bundled(await story(), request_)), most=20))
    assert without_chance(shown.partition("```")[0]) == without_chance(printed)
