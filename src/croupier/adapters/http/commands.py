"""Commands at tables, handled right on the server's own interface: this is the path that has to be fast.

Nothing is done per request that could be done once: decoders are built at the start, callers are
remembered by `Access`, and the answer's bytes are sent as `Handling` wrote them.
"""

from croupier.adapters.http.admission import Admission
from croupier.adapters.http.answers.replies import send_problem, send_receipt
from croupier.adapters.http.command_routes import CommandRoute
from croupier.adapters.http.problems.faults import MethodNotAllowed
from croupier.adapters.http.problems.noting import note_forbidden
from croupier.adapters.http.requests.bodies import decode, read_body
from croupier.adapters.http.requests.etags import if_match
from croupier.adapters.http.requests.heads import PLAYER, headers_of
from croupier.adapters.http.requests.idempotency import idempotency_key
from croupier.adapters.http.requests.methods import OF_COMMANDS
from croupier.adapters.http.requests.queries import require_documented
from croupier.adapters.http.server.rsgi import Exchange, Fields, Scope
from croupier.domain.decider import Command
from croupier.service.answers import table_answer
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden, NotFound
from croupier.service.handling import Order, Receipt
from croupier.service.ids import game_of_table
from croupier.service.services import Services


class Commands:
    """Answers requests on commands' routes."""

    def __init__(self, services: Services) -> None:
        """Hand the commands to the services."""
        self._admission = Admission(services)
        self._acting = services.acting
        self._handling = services.handling
        self._refusals = services.refusals

    async def answer(
        self,
        route: CommandRoute,
        table: str,
        scope: Scope,
        fields: Fields,
        exchange: Exchange,
        request_id: str,
    ) -> None:
        """Answer a request, whose header fields are `fields`: the command's answer, or a problem."""
        answer_fields: Fields = [] if route.deprecated is None else route.deprecated.fields
        try:
            receipt = await self._receipt(route, table, scope, fields, exchange, request_id, answer_fields)
        except Exception as error:
            send_problem(exchange, error, request_id, game_of_table(table), answer_fields)
        else:
            send_receipt(exchange, receipt, request_id, answer_fields)

    async def _receipt(
        self,
        route: CommandRoute,
        table: str,
        scope: Scope,
        fields: Fields,
        exchange: Exchange,
        request_id: str,
        answer_fields: Fields,
    ) -> Receipt:
        if scope.method != "POST":
            raise MethodNotAllowed(*OF_COMMANDS)
        if scope.query_string:
            require_documented(scope.query_string, {})
        headers = headers_of(fields, scope.headers)
        caller = await self._admission.caller(headers, scope, answer_fields)
        try:
            if PLAYER in headers:
                caller = await self._acting.as_player(caller, headers[PLAYER])
            caller.require("command-table")
            require_table(caller, table, route.game)
        except Forbidden as refusal:
            named = table if game_of_table(table) else None
            note_forbidden(self._refusals, caller, named, route.tag, request_id, refusal)
            raise
        body = await read_body(headers, exchange)
        command: Command = decode(route.decoder, body)
        key = idempotency_key(headers, caller, scope.path, body)
        order = Order(caller.log, table, command, caller.actor, if_match(headers), key, request_id=request_id)
        return await self._handling.handle(order, table_answer(caller.actor))


def require_table(caller: Caller, table: str, game: str | None = None) -> None:
    """Raises `NotFound` for what can't be a table (of the game), `Forbidden` for another than the token's."""
    found = game_of_table(table)
    if found is None:
        raise NotFound("there is no such table")
    if game not in (None, found):
        # The id names the game, so that nothing is told that the caller does not have.
        raise NotFound(f"this is a table of {found}, not of {game}")
    caller.require_table(table)
