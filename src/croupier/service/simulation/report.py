"""What a simulation found."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from croupier.service.simulation.tally import Tally

FAR: Final = 5.0
"""So many standard errors from the exact value are too many."""


class Report(Struct, frozen=True):
    """The tallies of a simulation, where the chips went, and how long it took (seconds)."""

    game: str
    rounds: int
    seats: int
    seed: int
    commands: int
    seconds: float
    tallies: tuple[Tally, ...]
    flows: Mapping[str, int]

    @property
    def well(self) -> bool:
        """Whether no frequency lies too far from its exact value."""
        return all(abs(tally.z) <= FAR for tally in self.tallies)

    def plain(self) -> dict[str, Any]:
        """The report in plain values, for machines."""
        return {
            "game": self.game,
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "commands": self.commands,
            "rounds_per_second": round(self.rounds / self.seconds),
            "commands_per_second": round(self.commands / self.seconds),
            "flows": dict(self.flows),
            "well": self.well,
            "statistics": [
                {
                    "name": tally.statistic.name,
                    "exact": str(tally.statistic.exact),
                    "expected": float(tally.statistic.exact),
                    "observed": tally.mean,
                    "observations": tally.count,
                    "standard_error": tally.standard_error if tally.count else None,
                    "z": tally.z,
                }
                for tally in self.tallies
            ],
        }
