"""What an operator of the service may set, read from the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, ValidationError, convert


class SettingsError(Exception):
    """A variable of the environment that makes no sense; the text names it."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings; each is read from the variable named beside it.

    Without `database_url` (`DATABASE_URL`) or `redis_url` (`REDIS_URL`) the service starts its own
    PostgreSQL or Valkey with their data under `var` (`CROUPIER_VAR`). `database_owner_url`
    (`DATABASE_OWNER_URL`) is for the migrations where the service's own login may not run them.
    `seal_keys` (`CROUPIER_SEAL_KEYS`: 64 hex digits each, with commas; the first seals, all open) and
    `token_key` (`CROUPIER_TOKEN_KEY`) are made and kept under `var` when left out, and so are `log_keys`
    (`CROUPIER_LOG_KEYS`, written like the sealing keys; all sign). `name` (`CROUPIER_NAME`) is the
    installation's, a URL without its scheme, which its logs sign under for good. `witnesses`
    (`CROUPIER_WITNESSES`: `VKEY@URL`, with commas between) are asked to cosign checkpoints.
    Refused commands are kept for `attempts_days` (`CROUPIER_ATTEMPTS_DAYS`), the answers to requests with
    an idempotency key for `answers_days` (`CROUPIER_ANSWERS_DAYS`).
    An auditor has `dispute_take_hours` (`CROUPIER_DISPUTE_TAKE_HOURS`) to take a dispute, and from then on
    `dispute_rule_hours` (`CROUPIER_DISPUTE_RULE_HOURS`) to rule on it.
    `clock_tolerance` (`CROUPIER_CLOCK_TOLERANCE`) is how many seconds the database's clock may be off.
    """

    database_url: str | None = None
    database_owner_url: str | None = None
    redis_url: str | None = None
    var: Path = Path("var")
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    seal_keys: str | None = None
    token_key: str | None = None
    log_keys: str | None = None
    name: Annotated[str, Meta(pattern=r"^[a-z0-9]([a-z0-9._:/-]{0,98}[a-z0-9])?$(?!\n)")] = "croupier.local"
    operator: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")] = "house"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "console"] = "json"
    fixed_decks: bool = False
    attempts_days: Annotated[int, Meta(ge=30, le=36_500)] = 3650
    answers_days: Annotated[int, Meta(ge=1, le=36_500)] = 30
    clock_tolerance: Annotated[float, Meta(gt=0)] = 1.0
    witnesses: str | None = None
    dispute_take_hours: Annotated[int, Meta(ge=1, le=8_760)] = 72
    dispute_rule_hours: Annotated[int, Meta(ge=1, le=8_760)] = 336


_VARIABLES = {
    "database_url": "DATABASE_URL",
    "database_owner_url": "DATABASE_OWNER_URL",
    "redis_url": "REDIS_URL",
    **{name: f"CROUPIER_{name.upper()}" for name in Settings.__struct_fields__ if not name.endswith("_url")},
}


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process. Raises `SettingsError`."""
    found = {
        name: environment[variable] for name, variable in _VARIABLES.items() if environment.get(variable)
    }
    try:
        return convert(found, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except ValidationError as error:
        raise SettingsError(_named_by_variable(str(error))) from None


def _named_by_variable(text: str) -> str:
    """msgspec names the field (`$.port`); people set the variable."""
    reason, _, path = text.partition(" - at `$.")
    variable = _VARIABLES.get(path.rstrip("`"), "environment")
    return f"{variable}: {reason}"
