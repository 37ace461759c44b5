"""The frame of a command: what stands in its way is said in words, and ends in an exit code."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from croupier.adapters.cli.printing import in_words

P = ParamSpec("P")


class Refused(Exception):
    """What was asked for can't be done; the text says why."""


def telling(
    lead: str = "", code: int = 2, words: Callable[[Exception], str] = in_words
) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Make a command say why it can't be done, behind the lead and on standard error, and exit with the code.

    That nobody reads the output any more is left to `main`, which says nothing of it.
    """

    def framed(command: Callable[P, int]) -> Callable[P, int]:
        @wraps(command)
        def run(*args: P.args, **kwargs: P.kwargs) -> int:
            try:
                return command(*args, **kwargs)
            except BrokenPipeError:
                raise
            except _troubles() as error:
                print(f"{lead}{words(error)}", file=sys.stderr)
                return code

        return run

    return framed


def _troubles() -> tuple[type[Exception], ...]:
    """What is no fault of the program. Looked up when something is raised: it is long to load."""
    from concurrent.futures.process import BrokenProcessPool

    import psycopg
    from redis.exceptions import RedisError

    from croupier.adapters.settings import SettingsError
    from croupier.service.errors import CroupierError
    from croupier.service.transparency.malformed import Malformed

    ours = Refused, SettingsError, CroupierError, Malformed
    return *ours, BrokenProcessPool, RedisError, psycopg.Error, OSError
