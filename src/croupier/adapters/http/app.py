"""The HTTP application: routes, and what all of them share."""

from typing import Final

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.exceptions.http_exceptions import MethodNotAllowedException, ValidationException

from croupier.adapters.http import (
    attempts,
    bundles,
    dispute_commands,
    disputes,
    documents,
    games,
    health,
    moments,
    persons,
    players,
    plays,
    rounds,
    software,
    tables,
    transparency,
    voided,
    wallets,
)
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.commands import Commands
from croupier.adapters.http.faults import (
    InvalidParameter,
    MethodNotAllowed,
    NoSuchRoute,
    Pointed,
)
from croupier.adapters.http.front import Front
from croupier.adapters.http.replies import refusal
from croupier.adapters.http.rsgi import RsgiApp
from croupier.service.services import Services

_ROUTES: Final = (
    tables.open_table,
    tables.list_tables,
    tables.read_table,
    tables.read_events,
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
    persons.keep_person,
    persons.read_person,
    persons.forget_person,
    wallets.read_wallet,
    wallets.read_history,
    attempts.read_wallet_attempts,
    wallets.deposit,
    wallets.withdraw,
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
    health.live,
    health.ready,
    software.read_software,
    transparency.read_checkpoint,
    transparency.read_keys,
    transparency.read_tile,
    transparency.read_proof,
    transparency.read_consistency,
    documents.read_schema,
    documents.list_problems,
    documents.read_problem,
)


def create_app(services: Services) -> RsgiApp:
    """The whole interface over these use cases. It opens and closes nothing."""
    litestar = ordinary_routes(services)
    documents.the_document(litestar)
    return Front(Commands(services), litestar)


def ordinary_routes(services: Services | None = None) -> Litestar:
    """All routes but those of commands; without services they can only be looked at."""
    return Litestar(
        _ROUTES,
        exception_handlers={Exception: _refused},
        state=State({"services": services}),
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def _refused(request: AnyRequest, error: Exception) -> Response[bytes]:
    return refusal(_known(error, request.scope["path"]), request.scope["state"]["request_id"])


def _known(error: Exception, path: str) -> Exception:
    """Litestar's own refusals as ours; everything else as it is."""
    match error:
        case MethodNotAllowedException(headers=headers):
            allowed = (headers or {}).get("allow", "GET")
            return MethodNotAllowed(*sorted(method.strip() for method in allowed.split(",")))
        case ValidationException(extra=[*places]):
            return InvalidParameter("a parameter of the query is not as documented", *map(_pointed, places))
        case HTTPException(status_code=404):
            return NoSuchRoute(f"there is nothing at {path[:200]}")
        case HTTPException(status_code=400):
            return InvalidParameter(error.detail)
        case _:
            return error


def _pointed(place: object) -> Pointed:
    said = place if isinstance(place, dict) else {}
    # Litestar tells the handler's name for it: `from_`, where `from` is a word of the language.
    name = str(said["key"]).removesuffix("_") if "key" in said else None
    return Pointed(str(said.get("message", "invalid")), parameter=name)
