"""The HTTP application: routes, and what all of them share."""

from collections.abc import Collection
from typing import Any, Final

from litestar import Litestar, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.exceptions.http_exceptions import MethodNotAllowedException, ValidationException
from litestar.handlers import BaseRouteHandler

from croupier.adapters.http.admission import Admission
from croupier.adapters.http.answers.replies import refusal
from croupier.adapters.http.arrivals import AnyRequest, before
from croupier.adapters.http.asyncapi import routes as asyncapi
from croupier.adapters.http.commands import Commands
from croupier.adapters.http.cors import Cors
from croupier.adapters.http.front import Front
from croupier.adapters.http.live import routes as live
from croupier.adapters.http.problems.complaints import in_words
from croupier.adapters.http.problems.faults import (
    InvalidParameter,
    MethodNotAllowed,
    Pointed,
    nothing_at,
)
from croupier.adapters.http.requests.methods import with_head
from croupier.adapters.http.requests.queries import documented, require_documented
from croupier.adapters.http.routes import (
    attempts,
    bundles,
    dispute_commands,
    disputes,
    documents,
    games,
    health,
    keys,
    moments,
    persons,
    players,
    plays,
    reference,
    rounds,
    rules,
    schemas,
    software,
    spectators,
    tables,
    transparency,
    turns,
    voided,
    wallets,
    webhook_deliveries,
    webhooks,
)
from croupier.adapters.http.server.carried import carried
from croupier.adapters.http.server.rsgi import RsgiApp
from croupier.service.services import Services

_ROUTES: Final = (
    tables.open_table,
    tables.list_tables,
    tables.read_table,
    tables.read_events,
    turns.expire_turn,
    live.follow_table,
    live.follow_log,
    voided.list_voided_rounds,
    moments.read_table_at,
    rounds.read_round,
    rounds.read_round_page,
    plays.list_rounds,
    plays.replay_round,
    plays.replay_round_page,
    attempts.read_table_attempts,
    players.open_player,
    players.mint,
    spectators.mint,
    keys.list_keys,
    keys.create_key,
    keys.read_key,
    keys.rotate_key,
    keys.revoke_key,
    persons.keep_person,
    persons.read_person,
    persons.forget_person,
    wallets.read_wallet,
    wallets.read_history,
    attempts.read_wallet_attempts,
    wallets.deposit,
    wallets.withdraw,
    webhooks.register_webhook,
    webhooks.list_webhooks,
    webhooks.read_webhook,
    webhooks.change_webhook,
    webhooks.remove_webhook,
    webhooks.rotate_secret,
    webhooks.replay_webhook,
    webhook_deliveries.list_deliveries,
    webhook_deliveries.test_webhook,
    webhook_deliveries.redeliver,
    disputes.open_dispute,
    disputes.list_disputes,
    disputes.read_dispute,
    attempts.read_dispute_attempts,
    dispute_commands.take,
    dispute_commands.comment,
    dispute_commands.ask,
    dispute_commands.answer,
    dispute_commands.uphold,
    dispute_commands.reject,
    dispute_commands.withdraw,
    bundles.export_bundle,
    games.list_games,
    rules.read_rules,
    health.live,
    health.ready,
    software.read_software,
    transparency.read_checkpoint,
    transparency.read_keys,
    transparency.read_tile,
    transparency.read_proof,
    transparency.read_consistency,
    reference.read_reference,
    reference.read_reference_asset,
    documents.read_schema,
    schemas.read_events_schema,
    schemas.read_commands_schema,
    asyncapi.read_messages,
    documents.list_problems,
    documents.read_problem,
)


def create_app(services: Services, origins: Collection[str] = ()) -> RsgiApp:
    """The whole interface over these use cases. It opens and closes nothing.

    Pages of the `origins` may read the answers in browsers (CORS).
    """
    litestar = ordinary_routes(services)
    documents.the_document(litestar)
    return Front(Commands(services), litestar, Cors(origins) if origins else None)


def ordinary_routes(services: Services | None = None) -> Litestar:
    """All routes but those of commands; without services they can only be looked at."""
    return Litestar(
        _ROUTES,
        exception_handlers={Exception: _refused},
        guards=[_documented],
        before_request=before,
        state=State({"services": services, "admission": Admission(services) if services else None}),
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def _documented(request: ASGIConnection[Any, Any, Any, State], handler: BaseRouteHandler) -> None:
    """Raises `InvalidParameter` where the query says what the route does not document."""
    require_documented(request.scope["query_string"].decode(), documented(handler.fn))


def _refused(request: AnyRequest, error: Exception) -> Response[bytes]:
    return refusal(_known(error, request.scope["path"]), carried(request).request_id)


def _known(error: Exception, path: str) -> Exception:
    """Litestar's own refusals as ours; everything else as it is."""
    match error:
        case MethodNotAllowedException(headers=headers):
            return MethodNotAllowed(*with_head((headers or {}).get("allow", "GET")))
        case ValidationException(extra=[_, *_] as places):
            return _invalid(*map(_pointed, places))
        case HTTPException(status_code=404):
            return nothing_at(path)
        case HTTPException(status_code=400):
            return InvalidParameter("a parameter is not as documented")
        case _:
            return error


def _invalid(first: Pointed, *others: Pointed) -> InvalidParameter:
    return InvalidParameter(f"{first.parameter or 'a parameter'}: {first.detail}", first, *others)


def _pointed(place: object) -> Pointed:
    said = place if isinstance(place, dict) else {}
    # Litestar tells the handler's name for it: `from_`, where `from` is a word of the language.
    name = str(said["key"]).removesuffix("_") if "key" in said else None
    detail = in_words(str(said.get("message")))
    # Of a query all is text.
    return Pointed(detail.removesuffix(", not a text"), parameter=name)
