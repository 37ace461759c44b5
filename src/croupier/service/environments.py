"""An operator's two environments, live and test: each has a log of its own.

Whatever is opened with a test key, or with a token minted by one, is in the operator's test log, and nothing
of it can be reached from the live one or reaches into it: see ADR 0024.
"""

from typing import Final

from croupier.service.apikeys import Environment

_TEST: Final = ".test"


def log_of(operator: str, environment: Environment) -> str:
    """The name of the operator's log: his own name, for tests with `.test` behind it."""
    return operator + _TEST if environment == "test" else operator


def operator_of(log: str) -> str:
    """The operator whose log it is."""
    return log.removesuffix(_TEST)


def environment_of(log: str) -> Environment:
    """The environment that the log is of."""
    return "test" if log.endswith(_TEST) else "live"
