"""What an operator of the service may set, read from the environment."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, ValidationError, convert

from croupier.adapters.networks import networks_of
from croupier.service.quotas import Quota, Rates
from croupier.service.wording import in_words, one_of_them

_NAME: Final = r"^(?!.*://)[a-z0-9]([a-z0-9._:/-]{0,98}[a-z0-9])?$(?!\n)"
_OPERATOR: Final = r"^[a-z0-9-]{1,40}$(?!\n)"
_ORIGIN: Final = r"https?://[a-z0-9.-]+(:[0-9]{1,5})?"
_ORIGINS: Final = rf"^(\*|{_ORIGIN}(,{_ORIGIN})*)?$(?!\n)"

_FORMS: Final = {
    repr(_NAME): "a URL without its scheme: 1 to 100 small letters, digits and any of . _ : / -",
    repr(_OPERATOR): "1 to 40 small letters, digits and hyphens",
    repr(_ORIGINS): "* or origins like https://example.com, with commas between",
}
"""What is said instead of a pattern, as msgspec quotes it."""


class SettingsError(Exception):
    """A variable of the environment that makes no sense; the text names it."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings: `database_url` is read from `DATABASE_URL`, `redis_url` from `REDIS_URL`, and so on;
    all others have `CROUPIER_` before their names.
    """

    database_url: str | None = None
    """Without it the service starts its own PostgreSQL."""
    database_owner_url: str | None = None
    """For the migrations, where the service's own login may not run them."""
    redis_url: str | None = None
    """Without it the service starts its own Valkey."""
    var: Path = Path("var")
    """The folder of the embedded servers' data and of keys that were made."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """0: one that is free."""
    seal_keys: str | None = None
    """64 hex digits each, with commas between; the first seals, all open. Made and kept under `var` when left
    out.
    """
    token_key: str | None = None
    """Signs players' tokens. Made and kept under `var` when left out."""
    log_keys: str | None = None
    """Written like the sealing keys; all sign. Made and kept under `var` when left out."""
    name: Annotated[str, Meta(pattern=_NAME)] = "croupier.local"
    """The installation's, a URL without its scheme, which its logs sign under for good."""
    operator: Annotated[str, Meta(pattern=_OPERATOR)] = "house"
    """Made at the first start, and meant by commands of the program that name no other."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "console"] = "json"
    fixed_decks: bool = False
    """Whether test keys may open tables with named cards."""
    attempts_days: Annotated[int, Meta(ge=30, le=36_500)] = 3650
    """How long refused commands are kept."""
    answers_days: Annotated[int, Meta(ge=1, le=36_500)] = 30
    """How long the answers to requests with an idempotency key are kept."""
    clock_tolerance: Annotated[float, Meta(gt=0)] = 1.0
    """How many seconds the database's clock may be off."""
    witnesses: str | None = None
    """Those that are asked to cosign checkpoints: `VKEY@URL`, with commas between."""
    dispute_take_hours: Annotated[int, Meta(ge=1, le=8_760)] = 72
    """How long an auditor has to take a dispute."""
    dispute_rule_hours: Annotated[int, Meta(ge=1, le=8_760)] = 336
    """How long he has from then on to rule on it."""
    rate_key: Annotated[int, Meta(ge=0, le=1_000_000)] = 10_000
    """How many requests a holder of keys may send in `rate_seconds`; 0 switches the limit off."""
    rate_player: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """The same for a player."""
    rate_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """The same for an address that shows no valid key."""
    rate_seconds: Annotated[int, Meta(ge=1, le=3_600)] = 10
    rate_away: Literal["open", "closed"] = "open"
    """Whether requests are let through when they can't be counted."""
    open_by_key: Annotated[int, Meta(ge=0, le=1_000_000)] = 2_000
    """How many long requests a holder of keys may have open in a process; 0: any number."""
    open_by_player: Annotated[int, Meta(ge=0, le=1_000_000)] = 32
    """The same for a player."""
    trusted_proxies: str = ""
    """Networks, with commas between, that are believed in `X-Forwarded-For`."""
    cors_origins: Annotated[str, Meta(pattern=_ORIGINS)] = ""
    """Origins, with commas between, whose pages may read answers in browsers; `*` for all."""
    live_heartbeat: Annotated[float, Meta(ge=0.1, le=60)] = 15.0
    """After so many seconds in which nothing happens a live stream shows a sign of life."""
    live_streams: Annotated[int, Meta(ge=0, le=9_000)] = 5_000
    """How many live streams a process has at the most."""
    live_stream_bytes: Annotated[int, Meta(ge=16_384, le=1 << 30)] = 1 << 20
    """How many bytes are sent to one stream until its client has to connect again."""
    live_bytes: Annotated[int, Meta(ge=65_536, le=1 << 40)] = 256 << 20
    """How many are sent to all streams of a process whose connections last."""
    live_operator_share: Annotated[int, Meta(ge=1, le=100)] = 50
    """How much of the streams and of all bytes one operator may take, in per cent."""
    webhooks_private: bool = False
    """Whether webhooks may be sent to private addresses, by `http` and to every port."""
    webhooks_disable_days: Annotated[int, Meta(ge=1, le=30)] = 3
    """After so many days of accepting nothing an endpoint is disabled."""
    webhooks_log_days: Annotated[int, Meta(ge=1, le=36_500)] = 30
    """How long what became of deliveries is kept."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for what each field's type does not tell."""
        for name, check in _CHECKS.items():
            try:
                check(getattr(self, name) or "")
            except ValueError as error:
                raise ValueError(f"{_VARIABLES[name]}: {error}") from None

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


def _require_database(url: str) -> None:
    """Raises `ValueError` for what PostgreSQL takes for no URL or connection string."""
    if url:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict

        try:
            conninfo_to_dict(url)
        except ProgrammingError as error:
            raise ValueError(str(error).strip()) from None


def _require_redis(url: str) -> None:
    """Raises `ValueError` for what is no URL of a Valkey."""
    if url:
        from croupier.adapters.redis.client import check_url

        check_url(url)


_CHECKS: Final[Mapping[str, Callable[[str], object]]] = {
    "database_url": _require_database,
    "database_owner_url": _require_database,
    "redis_url": _require_redis,
    "trusted_proxies": networks_of,
}
"""What is asked of a field beside its type. Drivers are long to load: only where one is named."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process. Raises `SettingsError`."""
    found = {
        name: environment[variable] for name, variable in _VARIABLES.items() if environment.get(variable)
    }
    try:
        return convert(found, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except ValidationError as error:
        raise SettingsError(str(error) if error.__cause__ else _in_words(str(error))) from None


def _in_words(text: str) -> str:
    """msgspec names the field (`$.port`); people set the variable."""
    reason, _, place = text.partition(" - at ")
    field = place.strip("`$.")
    said = one_of_them(reason, Settings, [field]) or in_words(reason, _FORMS.__getitem__)
    return f"{_VARIABLES[field]}: {said}"
