"""Views: what is read of tables, kept ready made beside the log and never the truth."""

from croupier.service.projection.projecting import Projecting
from croupier.service.projection.projector import Pace, Projector
from croupier.service.projection.rebuilding import Rebuilding, Rebuilt
from croupier.service.projection.rendering import TableSummary, render, summary

__all__ = [
    "Pace",
    "Projecting",
    "Projector",
    "Rebuilding",
    "Rebuilt",
    "TableSummary",
    "render",
    "summary",
]
