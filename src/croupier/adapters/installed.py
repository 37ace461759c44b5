"""Whether there is an installation where the settings look for it: commands beside the service make none."""

from croupier.adapters.embedded import EmbeddedPostgres
from croupier.adapters.keyfiles import has_key, keys_folder
from croupier.adapters.settings import Settings, SettingsError


def require_installed(settings: Settings) -> None:
    """Raises `SettingsError` when there is neither a database of the settings nor an embedded one's data."""
    if settings.database_url is None and not EmbeddedPostgres(settings.var / "postgres").is_made():
        raise SettingsError(_missing(settings, "data", "DATABASE_URL"))


def require_log_key(settings: Settings) -> None:
    """Raises `SettingsError` when no key of logs was ever here, neither in the settings nor in a file."""
    if not has_key(settings, "log") and not keys_folder(settings).exists():
        raise SettingsError(_missing(settings, "key of logs", "CROUPIER_LOG_KEYS"))


def _missing(settings: Settings, what: str, variable: str) -> str:
    folder = settings.var.resolve()
    return (
        f"there is no installation here: no {what} under {folder} (CROUPIER_VAR, relative to the current"
        f" folder), and {variable} is not set; `croupier serve` makes an installation"
    )
