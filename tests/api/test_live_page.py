"""The clients that docs/live.md shows work as they are shown."""

import asyncio
import re
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.api.calling import Operator

from croupier.adapters.settings import from_environment

PAGE = (Path(__file__).parents[2] / "docs/live.md").read_text()
SETTINGS = re.findall(r"CROUPIER_LIVE_\w+", PAGE)

AFTER_IT = """
follow(process.argv[1], process.argv[2], (event, data) => {
  console.log(JSON.stringify([event, data.position]));
  if (data.command === "deal") process.exit(0);
});
"""


def code(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


async def dealt(operator: Operator) -> str:
    table = await operator.table()
    await operator.start(table)
    await operator.deal(table)
    return table


def followed_in_python(url: str, bearer: str, last: str | None, most: int) -> list[Any]:
    names: dict[str, Any] = {}
    exec(code("python"), names)
    return list(islice(names["follow"](url, bearer, last), most))


async def test_the_client_in_python_follows_and_resumes(operator: Operator) -> None:
    table = await dealt(operator)
    url = f"{operator.url}/v1/tables/{table}/stream"
    bearer = str(operator.caller.bearer)
    ((name, reading),) = await asyncio.to_thread(followed_in_python, url, bearer, None, 1)
    assert (name, reading["revision"]) == ("table", 3)
    resumed = await asyncio.to_thread(followed_in_python, url, bearer, "0", 2)
    assert [(name, data["command"]) for name, data in resumed] == [
        ("entry", "start-round"),
        ("entry", "deal"),
    ]


@pytest.mark.needs("node")
async def test_the_client_for_browsers_follows(operator: Operator) -> None:
    table = await dealt(operator)
    arguments = [f"{operator.url}/v1/tables/{table}/stream?after=0", str(operator.caller.bearer)]
    ran = await asyncio.to_thread(
        subprocess.run,
        ["node", "-e", code("js") + AFTER_IT, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    told = [msgspec.json.decode(line) for line in ran.stdout.splitlines()]
    assert told == [["entry", 1], ["entry", 2]]


@pytest.mark.parametrize("variable", sorted(set(SETTINGS)))
def test_every_setting_that_is_named_there_is_one(variable: str) -> None:
    name = variable.removeprefix("CROUPIER_").lower()
    assert getattr(from_environment({variable: "65536" if "bytes" in name else "20"}), name)
