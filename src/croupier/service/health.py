"""Whether the service can do its work: what it must have, and what it can do without for a while."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal

from msgspec import Struct

from croupier.service.sharing import Kept

Probe = Callable[[], Awaitable[object]]
"""Asks a part of the world for an answer, any answer; raises when there is none."""

PATIENCE: Final = 2.0
"""Seconds that a part has to answer in."""

KEPT: Final = 1.0
"""Seconds for which an answer is good: anybody may ask, and the parts need not answer everybody."""

State = Literal["ok", "unavailable"]


class Readiness(Struct, frozen=True):
    """`ready`: all is well; `degraded`: works without some of its parts; `unavailable`: can't work now."""

    status: Literal["ready", "degraded", "unavailable"]
    parts: dict[str, State]


class Health:
    """Probes the parts of the world that the service stands on."""

    def __init__(self, needed: Mapping[str, Probe], helpful: Mapping[str, Probe]) -> None:
        """Without one of the `needed` no command is accepted; without the `helpful` reads get slower."""
        self._needed = needed
        self._helpful = helpful
        self._kept = Kept(self._asked, KEPT)

    async def readiness(self) -> Readiness:
        """How the parts are, or were within the last second."""
        return await self._kept.get()

    async def _asked(self) -> Readiness:
        """Ask every part, all at once."""
        probes = {**self._needed, **self._helpful}
        answers = await asyncio.gather(*map(_answers, probes.values()))
        parts: dict[str, State] = {
            name: "ok" if well else "unavailable" for name, well in zip(probes, answers, strict=True)
        }
        if any(parts[name] == "unavailable" for name in self._needed):
            return Readiness("unavailable", parts)
        return Readiness("ready" if all(answers) else "degraded", parts)


async def _answers(probe: Probe) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await probe()
    except Exception:
        return False
    return True
