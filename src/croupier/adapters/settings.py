"""What an operator of the service may set, read from the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, ValidationError, convert

from croupier.adapters.networks import networks_of
from croupier.service.quotas import Quota, Rates

_ORIGIN: Final = r"https?://[a-z0-9.-]+(:[0-9]{1,5})?"
_ORIGINS: Final = rf"^(\*|{_ORIGIN}(,{_ORIGIN})*)?$(?!\n)"


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
    Callers may send `rate_key`, `rate_player` or `rate_address` requests in `rate_seconds`
    (`CROUPIER_RATE_KEY`, ..; 0 switches one off); `rate_away` (`CROUPIER_RATE_AWAY`) says whether they may
    when they can't be counted. `open_by_key` and `open_by_player` (`CROUPIER_OPEN_BY_KEY`, ..) bound their
    long requests. `trusted_proxies` (`CROUPIER_TRUSTED_PROXIES`: networks) are believed in `X-Forwarded-For`.
    Pages of `cors_origins` (`CROUPIER_CORS_ORIGINS`: origins with commas between, or `*`) may read answers
    in browsers.
    Live streams show a sign of life every `live_heartbeat` seconds (`CROUPIER_LIVE_HEARTBEAT`). A process
    has `live_streams` of them at the most, sends `live_stream_bytes` to one until its client has to connect
    again, and `live_bytes` to all whose connections last; one operator may take `live_operator_share` per
    cent of the streams and of all bytes.
    Webhooks may be sent to private addresses and by `http` with `webhooks_private`
    (`CROUPIER_WEBHOOKS_PRIVATE`); an endpoint that accepts nothing for `webhooks_disable_days` is disabled;
    what became of deliveries is kept for `webhooks_log_days`.
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
    rate_key: Annotated[int, Meta(ge=0, le=1_000_000)] = 10_000
    rate_player: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    rate_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    rate_seconds: Annotated[int, Meta(ge=1, le=3_600)] = 10
    rate_away: Literal["open", "closed"] = "open"
    open_by_key: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    open_by_player: Annotated[int, Meta(ge=0, le=1_000_000)] = 32
    trusted_proxies: str = ""
    cors_origins: Annotated[str, Meta(pattern=_ORIGINS)] = ""
    live_heartbeat: Annotated[float, Meta(ge=0.1, le=60)] = 15.0
    live_streams: Annotated[int, Meta(ge=0, le=9_000)] = 5_000
    live_stream_bytes: Annotated[int, Meta(ge=16_384, le=1 << 30)] = 1 << 20
    live_bytes: Annotated[int, Meta(ge=65_536, le=1 << 40)] = 256 << 20
    live_operator_share: Annotated[int, Meta(ge=1, le=100)] = 50
    webhooks_private: bool = False
    webhooks_disable_days: Annotated[int, Meta(ge=1, le=30)] = 3
    webhooks_log_days: Annotated[int, Meta(ge=1, le=36_500)] = 30

    def __post_init__(self) -> None:
        """Raises `ValueError` for what each field's type does not tell."""
        try:
            networks_of(self.trusted_proxies)
        except ValueError as error:
            raise ValueError(f"CROUPIER_TRUSTED_PROXIES: {error}") from None

    @property
    def rates(self) -> Rates:
        """The quotas by which callers are limited."""
        return Rates(
            key=self._rate("key", self.rate_key),
            player=self._rate("player", self.rate_player),
            address=self._rate("address", self.rate_address),
            closed=self.rate_away == "closed",
            open_by_key=Quota("open", self.open_by_key) if self.open_by_key else None,
            open_by_player=Quota("open", self.open_by_player) if self.open_by_player else None,
        )

    def _rate(self, name: str, requests: int) -> Quota | None:
        return Quota(name, requests, self.rate_seconds) if requests else None


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
