"""Playing many rounds by random players, to compare what happens with what is known exactly."""

from croupier.service.simulation.report import Report
from croupier.service.simulation.simulator import simulate

__all__ = ["Report", "simulate"]
