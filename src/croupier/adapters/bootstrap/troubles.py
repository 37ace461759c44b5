"""What the parts tell of themselves, as log lines."""

import structlog

log = structlog.get_logger("croupier")


def trouble(what: str, error: Exception) -> None:
    """Something failed that is tried again."""
    log.warning(what, error=f"{type(error).__name__}: {error}")


def removed(what: str, how_many: int) -> None:
    """What was kept long enough is gone."""
    log.info("what is old was removed", what=what, removed=how_many)


def shout(name: str, code: str, reason: str) -> None:
    """A log is not signed, since it contradicts what was signed before: somebody has to look."""
    log.error("log-signing-refused", log=name, code=code, reason=reason)
