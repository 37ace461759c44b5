"""The entrance: commands go their own fast way, all else goes to Litestar; both get a request id."""

from litestar import Litestar

from croupier.adapters.http.command_routes import routed
from croupier.adapters.http.commands import Commands
from croupier.adapters.http.heads import request_id
from croupier.adapters.http.rsgi import Exchange, Scope, answer_by_litestar


class Front:
    """An `RsgiApp`."""

    def __init__(self, commands: Commands, litestar: Litestar) -> None:
        """Put the commands' routes before Litestar's."""
        self._commands = commands
        self._litestar = litestar

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer one request."""
        fields = scope.headers.items()
        request = request_id(fields)
        if found := routed(scope.path):
            await self._commands.answer(*found, scope, fields, exchange, request)
        else:
            await answer_by_litestar(self._litestar, scope, exchange, request)
