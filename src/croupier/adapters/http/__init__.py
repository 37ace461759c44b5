"""The REST interface: commands on routes of their own, everything else on Litestar's."""

from croupier.adapters.http.app import create_app

__all__ = ["create_app"]
