"""How many entries a second of a bundle are verified: proven, chained, decided again, the chips counted.

The log is that of the replay's measure; what is dealt from shoes not revealed yet can't be decided again.
"""

import asyncio
import sys
from statistics import median

from tests.support.bundling import bundled, verified
from tests.support.playing import Casino

from benchmarks.replay import play
from croupier.adapters.sealer import Sealer


async def measure(rounds: int = 3, coups: int = 150) -> dict[str, float]:
    """Verify a bundle of the whole log as often as there are `rounds`; the median of `entries_per_second`."""
    sealer = Sealer([bytes(32)])
    bundle = await bundled(Casino(await play(sealer, coups), sealer))
    rates: list[float] = []
    for _ in range(rounds):
        report = verified(bundle)
        assert report.verdict == "good", report.findings
        rates.append(report.rate)
    return {
        "entries": float(report.records),
        "bytes": float(len(bundle)),
        "entries_per_second": median(rates),
    }


if __name__ == "__main__":
    for name, value in asyncio.run(measure(coups=int(sys.argv[1]) if len(sys.argv) > 1 else 150)).items():
        print(f"{name:20} {value:12,.0f}")
