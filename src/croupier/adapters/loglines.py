"""The service's own log lines (not the event log): structured, one a line, without secrets."""

import logging
import sys

import structlog

from croupier.adapters.settings import Settings

_LEVELS = logging.getLevelNamesMapping()


def configure(settings: Settings) -> None:
    """Send log lines to standard error, as JSON or for people."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    _configure_libraries(shared, renderer)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[settings.log_level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _configure_libraries(
    shared: list[structlog.typing.Processor], renderer: structlog.typing.Processor
) -> None:
    """Lines of libraries look like our own. The pool's retries are silent: we tell of an outage ourselves."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
