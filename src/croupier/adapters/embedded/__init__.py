"""Real servers from Python wheels, for an installation that brings none of its own.

`EmbeddedPostgres` and `EmbeddedValkey` each keep one folder, start in about a second, and never outlive
the service: when it stops they stop, and when it is killed they stop by themselves.
"""

from croupier.adapters.embedded.errors import EmbeddedServerFailed
from croupier.adapters.embedded.postgres import EmbeddedPostgres
from croupier.adapters.embedded.valkey import EmbeddedValkey

__all__ = ["EmbeddedPostgres", "EmbeddedServerFailed", "EmbeddedValkey"]
