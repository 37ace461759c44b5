"""The Lua scripts of this package, which Valkey runs each in one step."""

from functools import cache
from importlib.resources import files

from redis.asyncio import Redis
from redis.commands.core import AsyncScript


@cache
def source(name: str) -> str:
    """The text of the script of that name."""
    return (files(__package__) / "scripts" / f"{name}.lua").read_text("utf-8")


def script(client: Redis, name: str) -> AsyncScript:
    """The script of that name, to be called with `keys` and `args`."""
    return client.register_script(source(name))


def view_script(client: Redis, name: str) -> AsyncScript:
    """Like `script`, for one that works on a log's views: the names of their keys come before it."""
    return client.register_script(source("keys") + "\n" + source(name))
