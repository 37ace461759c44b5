"""The entrance: commands go their own fast way, all else goes to Litestar; both get a request id.

Heads beyond the bounds come no further, whatever they are for.
"""

from litestar import Litestar

from croupier.adapters.http.answers.replies import send_problem
from croupier.adapters.http.command_routes import routed
from croupier.adapters.http.commands import Commands
from croupier.adapters.http.cors import PREFLIGHT, Cors, is_preflight
from croupier.adapters.http.problems.faults import Fault, nothing_at
from croupier.adapters.http.requests.heads import request_id, require_bounded
from croupier.adapters.http.requests.methods import OF_COMMANDS
from croupier.adapters.http.server.bridge import answer_by_litestar
from croupier.adapters.http.server.rsgi import Exchange, Fields, Scope


class Front:
    """An `RsgiApp`."""

    def __init__(self, commands: Commands, litestar: Litestar, cors: Cors | None) -> None:
        """Put the commands' routes before Litestar's; without `cors` no other origin's page reads answers."""
        self._commands = commands
        self._litestar = litestar
        self._cors = cors

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer one request."""
        fields = scope.headers.items()
        request = request_id(fields)
        if self._cors is not None:
            exchange = self._cors.shared(fields, exchange)
        try:
            require_bounded(scope, fields)
        except Fault as fault:
            send_problem(exchange, fault, request)
            return
        found = routed(scope.path)
        if scope.method == "OPTIONS" and self._told(found is not None, fields, exchange, request):
            return
        if found:
            await self._commands.answer(*found, scope, fields, exchange, request)
        elif is_crooked(scope.path):
            send_problem(exchange, nothing_at(scope.path), request)
        else:
            await answer_by_litestar(self._litestar, scope, exchange, request)

    def _told(self, at_command: bool, fields: Fields, exchange: Exchange, request: str) -> bool:
        """Whether OPTIONS is answered here: Litestar answers it at its own routes."""
        if self._cors is not None and is_preflight(fields):
            exchange.response_empty(204, [("x-request-id", request), *PREFLIGHT])
        elif at_command:
            exchange.response_empty(204, [("x-request-id", request), ("allow", ", ".join(OF_COMMANDS))])
        else:
            return False
        return True


def is_crooked(path: str) -> bool:
    """Whether the path is another way to write one: Litestar passes over slashes that are too many.

    Each thing has one path, so that what stands before the service can tell paths apart as it does.
    """
    return "//" in path or (path.endswith("/") and path != "/")
