"""Routes of the persons behind players: what an operator keeps about them, and forgetting it."""

from contextlib import suppress
from typing import Annotated, Any, Final

from litestar import Response, delete, get, put
from litestar.params import FromPath
from msgspec import DecodeError, Meta, Raw, Struct
from msgspec.json import Decoder

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival, reader
from croupier.adapters.http.openapi.shapes import retyped
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.problems.faults import InvalidBody, Pointed
from croupier.adapters.http.requests.bodies import reads
from croupier.service.errors import NotFound
from croupier.service.ids import is_player
from croupier.service.persons import MOST_BYTES, Forgotten, PersonReading

Person = Annotated[
    dict[str, Any],
    Meta(
        description=f"Whatever is to be kept about the person: an object of at most {MOST_BYTES} bytes.",
        examples=[{"name": "Ann Example", "born": "1970-01-01"}],
    ),
]


class KeepPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be kept about the person behind a player, in the place of all that was kept before."""

    person: Person


class _AsWritten(Struct, frozen=True):
    person: Raw


_as_written: Final = Decoder(_AsWritten).decode
_keep_person: Final = reads(KeepPerson)
_READING: Final = retyped(PersonReading, "PersonReading", {"person": Person})
_REFUSALS: Final = ("not-found", "player-forgotten", "seal-broken")


def _player(player: str) -> str:
    if not is_player(player):
        raise NotFound("there is no such player")
    return player


def _person(body: bytes) -> bytes:
    """The JSON to keep. Raises `MalformedJson`, `InvalidBody`; a long one is refused before more is done."""
    with suppress(DecodeError, UnicodeDecodeError, RecursionError):  # which are told below
        _require_short(_as_written(body).person)
    person = encode(_keep_person(body).person)
    _require_short(person)
    return person


def _require_short(person: bytes | Raw) -> None:
    if len(memoryview(person)) > MOST_BYTES:
        said = f"a person has at most {MOST_BYTES} bytes of JSON"
        raise InvalidBody(said, Pointed(said, "/person"))


@put(
    "/v1/players/{player:str}/person",
    opt=described(
        Operation(
            "keepPerson",
            "Players",
            "keep-person",
            _READING,
            body=KeepPerson,
            read=_person,
            refusals=_REFUSALS,
        )
    ),
)
async def keep_person(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Keep something about the person behind a player.

    It is no part of the log: it lies beside it, encrypted under a key of the player's own. Nothing can be
    kept about a player who was forgotten.
    """
    arrived: Arrival[bytes] = await arrival(request)
    kept = await arrived.services.persons.keep(arrived.caller.log, _player(player), arrived.body)
    return reply(encode(kept))


@get(
    "/v1/players/{player:str}/person",
    opt=described(Operation("readPerson", "Players", "keep-person", _READING, refusals=_REFUSALS)),
)
async def read_person(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Read what is kept about the person behind a player.

    410 when the player was forgotten, 404 when nothing was ever kept about him.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.persons.read(arrived.caller.log, _player(player))))


@delete(
    "/v1/players/{player:str}/person",
    status_code=200,
    opt=described(Operation("forgetPerson", "Players", "keep-person", Forgotten, refusals=("not-found",))),
)
async def forget_person(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Forget the person behind a player, for good.

    The key that all about him is encrypted under is destroyed, and nothing can be kept about him again under
    this id; the log, which knows the id alone, still verifies. Again is the same as once.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.persons.forget(arrived.caller.log, _player(player))))
