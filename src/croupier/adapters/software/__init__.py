"""The installed software: listed, and checked against the records of its packages."""

from croupier.adapters.software.inventory import InstalledSoftware
from croupier.adapters.software.packages import altered_files

__all__ = ["InstalledSoftware", "altered_files"]
