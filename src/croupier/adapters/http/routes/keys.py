"""Routes of keys: an admin makes, lists, replaces and revokes those of his operator."""

from datetime import timedelta
from typing import Annotated, Final

from litestar import Response, delete, get, post
from litestar.params import FromPath, QueryParameter
from msgspec import Meta, Struct
from msgspec.json import Decoder

from croupier.adapters.http.answers.once import once
from croupier.adapters.http.answers.paging import cursor_at, paged, place_at
from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, Arrival, arrival, reader
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.http.requests.parameters import Cursor
from croupier.adapters.http.routes.key_readings import (
    IssuedKey,
    KeyReading,
    RotatedKey,
    issued_key,
    key_reading,
)
from croupier.service.apikeys import Environment
from croupier.service.keymaking import KEY_NAME_PATTERN
from croupier.service.roles import KeyRole

_LONGEST_DAYS: Final = 3_660
_LONGEST_OVERLAP_DAYS: Final = 90
_DAY: Final = 24 * 60 * 60

Keys = Annotated[int, QueryParameter(ge=1, le=200, description="The most keys to answer.")]

_Name = Annotated[
    str,
    Meta(
        pattern=KEY_NAME_PATTERN,
        description="The person or office that holds it: the log names it for ever as who did what was done"
        " by the key.",
    ),
]
_Ttl = Annotated[
    int,
    Meta(ge=60, le=_LONGEST_DAYS * _DAY, description="Seconds until it expires; left out, it never expires."),
]
_Overlap = Annotated[
    int, Meta(ge=0, le=_LONGEST_OVERLAP_DAYS * _DAY, description="Seconds that the old key stays valid.")
]


class KeyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new key is to be: in which role, whose, for how long, and whether for tests.

    Left out, the environment is that of the key which asks; a test key makes keys for tests only.
    """

    role: KeyRole
    name: _Name | None = None
    environment: Environment | None = None
    ttl_seconds: _Ttl | None = None


class RotationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the old key stays valid beside the new one: a day unless told otherwise."""

    overlap_seconds: _Overlap = _DAY


class KeysListed(Struct, frozen=True):
    """A page of keys in the order of their ids; `next` goes on behind it, null at the end of the list."""

    keys: tuple[KeyReading, ...]
    next: str | None


class _Made(Struct, frozen=True):
    key_id: str


class _Rotated(Struct, frozen=True):
    new: _Made


_made: Final = Decoder(_Made).decode
_rotated: Final = Decoder(_Rotated).decode


@get("/v1/keys", opt=described(Operation("listKeys", "Keys", "manage-keys", KeysListed)))
async def list_keys(request: AnyRequest, cursor: Cursor = None, limit: Keys = 50) -> Response[bytes]:
    """List the keys.

    All that were ever made for the operator, also those that are expired or revoked, without their secrets.
    """
    arrived = await reader(request)
    after = place_at(request, arrived, cursor) or ""
    page = await arrived.services.keyring.page(arrived.caller, after, limit)
    next = cursor_at(request, arrived, page.after)
    return paged(request, KeysListed(tuple(map(key_reading, page.keys)), next), next)


@post(
    "/v1/keys",
    opt=described(
        Operation(
            "createKey",
            "Keys",
            "manage-keys",
            IssuedKey,
            body=KeyRequest,
            refusals=("invalid-name",),
            keyed=True,
            opens=True,
        )
    ),
)
async def create_key(request: AnyRequest) -> Response[bytes]:
    """Make a key.

    Its text, `key`, is told in this answer alone: keep it at once, where secrets are kept.
    """
    arrived: Arrival[KeyRequest] = await arrival(request)
    keyring, caller, asked = arrived.services.keyring, arrived.caller, arrived.body
    ttl = None if asked.ttl_seconds is None else timedelta(seconds=asked.ttl_seconds)

    async def created() -> IssuedKey:
        return issued_key(await keyring.create(caller, asked.role, asked.name, asked.environment, ttl))

    return await once(arrived, created, place=lambda answer: _place(_made(answer)))


@get(
    "/v1/keys/{key:str}",
    opt=described(Operation("readKey", "Keys", "manage-keys", KeyReading, refusals=("not-found",))),
)
async def read_key(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """Read what is kept of a key.

    Its role, holder and times, never its secret, which is not kept.
    """
    arrived = await reader(request)
    return reply(encode(key_reading(await arrived.services.keyring.find(arrived.caller, key))))


@post(
    "/v1/keys/{key:str}/rotate",
    opt=described(
        Operation(
            "rotateKey",
            "Keys",
            "manage-keys",
            RotatedKey,
            body=RotationRequest,
            refusals=("not-found", "key-not-in-force", "own-key"),
            keyed=True,
            opens=True,
        )
    ),
)
async def rotate_key(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """Replace a key.

    The new one has the same role, name and environment, and expires when the old one was to. The old one
    stays valid for `overlap_seconds`, so that nobody is locked out while its holder changes over. The key
    that asks may be replaced too, if it stays valid for five minutes.
    """
    arrived: Arrival[RotationRequest] = await arrival(request)
    keyring, caller = arrived.services.keyring, arrived.caller
    overlap = timedelta(seconds=arrived.body.overlap_seconds)

    async def rotated() -> RotatedKey:
        new = await keyring.rotate(caller, key, overlap)
        return RotatedKey(issued_key(new), key_reading(await keyring.find(caller, key)))

    return await once(arrived, rotated, place=lambda answer: _place(_rotated(answer).new))


@delete(
    "/v1/keys/{key:str}",
    status_code=200,
    opt=described(
        Operation("revokeKey", "Keys", "manage-keys", KeyReading, refusals=("not-found", "own-key"))
    ),
)
async def revoke_key(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """Revoke a key, for good.

    It is refused everywhere within five seconds. Again is the same as once. A key does not revoke itself:
    that is for another admin's key, or the program's command.
    """
    arrived = await reader(request)
    return reply(encode(key_reading(await arrived.services.keyring.revoke(arrived.caller, key))))


def _place(made: _Made) -> str:
    return f"/v1/keys/{made.key_id}"
