"""`croupier rebuild-views`: fill what is read anew from the log."""

import asyncio
import sys
from typing import TYPE_CHECKING, Final

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.joining import joined
from croupier.adapters.cli.printing import printable, progress_bar

if TYPE_CHECKING:
    from croupier.adapters.bootstrap import Installation
    from croupier.service.projection import Rebuilt

_PATIENCE: Final = 1.0
_TRIES: Final = 60


@telling("croupier rebuild-views: ", words=str)
def rebuild_views(*logs: str) -> int:
    """Fill the views anew from the log, and read the new ones from then on. The service may go on meanwhile.

    Exits 0 when it is done, 1 when other rebuilds stood in its way for a minute, 2 when it failed: the old
    views are then read as before.

    Parameters
    ----------
    logs
        The operators whose tables are done; all when left out.
    """
    return asyncio.run(_rebuild(logs))


async def _rebuild(names: tuple[str, ...]) -> int:
    async with joined() as (_, parts):
        known = sorted(await parts.store.heads())
        if unknown := set(names) - set(known):
            raise Refused(f"there is no log named {printable(min(unknown))}")
        for log in names or known:
            rebuilt = await _rebuild_one(parts, log)
            if rebuilt is None:
                print(f"{printable(log)}: other rebuilds are under way; try again later", file=sys.stderr)
                return 1
            print(f"{printable(log)}: {rebuilt.tables:,} tables written in {rebuilt.seconds:.2f} s")
    return 0


async def _rebuild_one(parts: "Installation", log: str) -> "Rebuilt | None":
    """Rebuild the log's views, after others have had their turn."""
    with progress_bar(log) as progress:
        for _ in range(_TRIES):
            rebuilt = await parts.rebuilding.rebuild(log, progress)
            if rebuilt is not None:
                return rebuilt
            await asyncio.sleep(_PATIENCE)
    return None
