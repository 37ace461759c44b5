"""`croupier keys`: the keys to operators' logs."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

from cyclopts import App, Parameter
from cyclopts.validators import Number

from croupier.adapters.cli.frame import telling
from croupier.adapters.cli.joining import joined
from croupier.adapters.cli.printing import printable
from croupier.service.apikeys import Environment
from croupier.service.roles import KeyRole

if TYPE_CHECKING:
    from croupier.service.keymaking import KeyMaking
    from croupier.service.ports import StoredKey

T = TypeVar("T")

keys: Final = App(name="keys", help="Make, list, replace and revoke keys.")

_COLUMNS: Final = ("key id", "role", "holder", "for", "made", "last used", "expires", "revoked")

Days = Annotated[int, Parameter(validator=Number(gte=1, lte=3_660))]
Hours = Annotated[int, Parameter(validator=Number(gte=0, lte=2_160))]


@keys.command
@telling("no key was made: ", code=1, words=str)
def create(
    *,
    role: KeyRole = "operator",
    name: str | None = None,
    operator: str | None = None,
    environment: Environment = "live",
    days: Days | None = None,
) -> int:
    """Print a new key, this once; the other keys stay valid.

    Parameters
    ----------
    role
        An operator's key acts as the house; an auditor's and a regulator's read the operator's whole log;
        an admin's manages its keys over HTTP, and a spectator's sees what everybody at the tables sees.
    name
        The person or office that holds it. The log names it for ever as who did what was done by the key:
        take an office or a number of staff rather than a person's own name.
    operator
        Whose log it is good for; the operator of the settings when left out.
    environment
        A key for tests is good for the operator's test log and nothing else; it may open tables with named
        cards, where the installation allows it.
    days
        How long it is valid; without an end when left out.
    """

    async def work(making: "KeyMaking", default: str) -> str:
        from croupier.service.keymaking import KeyWish

        expires = datetime.now(UTC) + timedelta(days=days) if days else None
        return (await making.issue(KeyWish(operator or default, environment, role, name, expires))).text

    print(_done(work))
    return 0


@keys.command
@telling("no key was replaced: ", code=1, words=str)
def rotate(key_id: str, *, hours: Hours = 24) -> int:
    """Print a new key in the place of another, this once: of the same role, holder and environment.

    Parameters
    ----------
    key_id
        The old key's public part.
    hours
        How long the old key stays valid beside the new one.
    """

    async def work(making: "KeyMaking", _: str) -> str:
        return (await making.rotate(key_id, timedelta(hours=hours))).text

    print(_done(work))
    return 0


@keys.command(name="list")
@telling("the keys can't be listed: ", code=1, words=str)
def list_(*, operator: str | None = None) -> int:
    """List the keys to an operator's log, the oldest first, without their secrets.

    Parameters
    ----------
    operator
        The operator; the one of the settings when left out.
    """

    async def work(making: "KeyMaking", default: str) -> "list[StoredKey]":
        from croupier.service.errors import NotFound

        if not (found := await making.keys_of(operator or default)):  # he is made with his first key
            raise NotFound(f"there is no operator {operator or default!r}")
        return found

    _print_table(_done(work))
    return 0


@keys.command
@telling("no key was revoked: ", code=1, words=str)
def revoke(key_id: str) -> int:
    """Make a key invalid; a running service takes it for five seconds more at most.

    Parameters
    ----------
    key_id
        The key's public part: `k3vq..` of `croupier_live_k3vq.._..`.
    """

    async def work(making: "KeyMaking", _: str) -> str:
        await making.revoke_key(key_id)
        return f"The key {key_id} is revoked."

    print(_done(work))
    return 0


def _done(work: "Callable[[KeyMaking, str], Awaitable[T]]") -> T:
    """What the work gives, done with this installation's keys and its settings' operator."""

    async def done() -> T:
        async with joined() as (settings, parts):
            return await work(parts.services.keymaking, settings.operator)

    return asyncio.run(done())


def _print_table(found: "list[StoredKey]") -> None:
    rows = [_COLUMNS, *map(_row, found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _row(key: "StoredKey") -> tuple[str, ...]:
    times = (key.created_at, key.last_used_at, key.expires_at, key.revoked_at)
    written = (at.astimezone(UTC).isoformat(timespec="seconds") if at else "" for at in times)
    return (key.key_id, key.role, printable(key.holder), key.environment or "", *written)
