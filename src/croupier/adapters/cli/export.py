"""`croupier export`: take a part of a log away, with all that proves it."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

from cyclopts import Parameter

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.joining import joined
from croupier.adapters.cli.printing import printable

if TYPE_CHECKING:
    from croupier.adapters.bootstrap import Installation
    from croupier.service.bundles import Bundle
    from croupier.service.bundles.selections import Request


@telling("croupier export: ")
def export(
    *,
    table: str | None = None,
    round: str | None = None,
    player: str | None = None,
    since: Annotated[str | None, Parameter(name="--from")] = None,
    until: Annotated[str | None, Parameter(name="--to")] = None,
    log: str | None = None,
    output: Annotated[str | None, Parameter(name=("--output", "-o"), allow_leading_hyphen=True)] = None,
) -> int:
    """Write a bundle of the log that `croupier verify` checks anywhere, without this service.

    It holds what the last checkpoint covers, and may be written beside the running service. Without a part it
    is the whole log. Exits 0 when it is written, 2 when not.

    Parameters
    ----------
    table
        Only this table's entries, and those of wallets that its chips came from and went to.
    round
        Only a round's table from its beginning through the round, by the round's id: table, dot, number.
    player
        Only this player's wallet, and all entries of the tables that he bought in at.
    since
        Only from this position, day or time (ISO 8601) on.
    until
        Only up to this one; it is included.
    log
        The operator whose log it is; the one of the settings when left out.
    output
        The file to write, `-` for the standard output; named for what is in it when left out.
    """
    from croupier.service.bundles import BadSelection, selection_of

    try:
        wanted = selection_of(table=table, round=round, player=player, since=since, until=until)
    except BadSelection as wrong:
        raise Refused(f"--{wrong.parameter}: {wrong}") from None
    asyncio.run(_export(wanted, log, output))
    return 0


async def _export(wanted: "Request", log: str | None, output: str | None) -> None:
    async with joined() as (settings, parts):
        bundle = await _bundle(parts, log or settings.operator, wanted)
        if output == "-":
            await _write_out(bundle)
        else:
            await _write_file(bundle, Path(output or bundle.name))


async def _bundle(parts: "Installation", log: str, wanted: "Request") -> "Bundle":
    """The bundle. Raises `NotFound`, which names a log in which there is nothing at all."""
    from croupier.service.errors import NotFound

    try:
        return await parts.services.bundles.bundle(log, wanted)
    except NotFound:
        if await parts.store.head(log) >= 0:
            raise
        raise NotFound(f"there is no log named {log}, or nothing is in it yet") from None


async def _write_out(bundle: "Bundle") -> None:
    """Write it to standard output, to whose reader it matters that it is whole."""
    try:
        await _write(bundle, sys.stdout.buffer)
    except BrokenPipeError as gone:
        raise Refused(gone.strerror) from None


async def _write_file(bundle: "Bundle", path: Path) -> None:
    """Write it under another name first: what has its name is whole."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as file:
            await _write(bundle, file)
        draft.replace(path)
    except OSError as error:
        if error.filename != str(draft):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error  # nobody asked for the draft
    finally:
        draft.unlink(missing_ok=True)
    print(f"{printable(str(path))}: of the log's first {bundle.manifest.size:,} entries", file=sys.stderr)


async def _write(bundle: "Bundle", file: BinaryIO) -> None:
    async for chunk in bundle.chunks:
        file.write(chunk)
    file.flush()
