"""`croupier scenario`: play scenario files through the rules, or on a running service."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Flag

if TYPE_CHECKING:
    from croupier.service.scenarios.report import Report

    Tell = Callable[[Report], None]


@telling("croupier scenario: ")
def scenario(
    *paths: Path,
    json: Flag = False,
    schema: Flag = False,
    via: str | None = None,
    key: Annotated[str | None, Parameter(env_var="CROUPIER_KEY")] = None,
) -> int:
    """Play scenarios through the rules, or on a service, and say what differs from what they expect.

    Exits 0 when all pass, 1 when any differs, else 2: a file could not be read or played, or the service does
    not play them.

    Parameters
    ----------
    paths
        Scenario files, and folders of which every .json file is played.
    json
        Print one JSON object for machines.
    schema
        Print the format's JSON Schema, and play nothing.
    via
        The URL of a service that plays them, over REST, at test tables of its own.
    key
        An operator's test key for that service; rather give it in the environment, where nobody reads it.
    """
    from croupier.adapters.cli import scenario_output as output

    if schema:
        return output.print_schema()
    if not paths:
        raise Refused("name a scenario file or a folder of them")
    reports: list[Report] = []
    shown = None if json else output.printer()
    _play(paths, via, key, lambda report: _tell(report, reports, shown))
    return output.print_results(reports, json=json)


def _tell(report: "Report", reports: "list[Report]", shown: "Tell | None") -> None:
    """Keep the report and, for people, print it as soon as it is known."""
    reports.append(report)
    if shown:
        shown(report)


def _play(paths: Iterable[Path], via: str | None, key: str | None, tell: "Tell") -> None:
    """Play what the paths name, here or `via` a service. Raises `Refused`."""
    from croupier.service.scenarios.runner import play

    if via is None:
        for file in _files(paths):
            tell(play(file[1], file[0]) if isinstance(file, tuple) else file)
    else:
        import asyncio

        asyncio.run(_play_via(via, key, list(_files(paths)), tell))


async def _play_via(
    url: str, key: str | None, files: "list[Report | tuple[str, bytes]]", tell: "Tell"
) -> None:
    from croupier.adapters.scenarios.playing import play_all
    from croupier.adapters.scenarios.service import NotPlayable, service_at

    try:
        async with service_at(url, key) as service:
            await play_all(service, files, tell)
    except NotPlayable as reason:
        raise Refused(str(reason)) from None


def _files(paths: Iterable[Path]) -> "Iterator[Report | tuple[str, bytes]]":
    """The files that the paths name, each with its bytes, or with the report that it can't be read."""
    from croupier.service.scenarios.report import invalid

    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            yield invalid(str(path), "folder", "there is no .json file in it")
        for file in files:
            try:
                yield str(file), file.read_bytes()
            except OSError as error:
                yield invalid(str(file), "file", error.strerror or str(error))
