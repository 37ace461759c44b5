"""Secret keys of the installation: given by settings, or made once and kept in files of their owner only."""

import secrets
from pathlib import Path

from croupier.adapters import durable
from croupier.adapters.settings import Settings, SettingsError


def seal_keys(settings: Settings) -> tuple[bytes, ...]:
    """The keys that seal deck seeds, the one to seal with first. Raises `SettingsError`."""
    return _parsed(settings.seal_keys or _kept(settings.var / "keys" / "seal.key"), "CROUPIER_SEAL_KEYS")


def log_keys(settings: Settings) -> tuple[bytes, ...]:
    """The keys that the keys of logs are derived from; all of them sign. Raises `SettingsError`."""
    return _parsed(settings.log_keys or _kept(log_key_file(settings)), "CROUPIER_LOG_KEYS")


def log_key_file(settings: Settings) -> Path:
    """Where the keys of logs are kept when the settings don't give them: in hex, with commas between."""
    return settings.var / "keys" / "log.key"


def signed_folder(settings: Settings) -> Path:
    """Where it is remembered beside the keys what was signed with them."""
    return settings.var / "keys" / "log"


def add_log_key(settings: Settings) -> None:
    """Put one more key behind those in the file. Raises `SettingsError` when the settings give the keys."""
    if settings.log_keys:
        raise SettingsError("CROUPIER_LOG_KEYS: the keys are set there, add the new one to them")
    keys = (*log_keys(settings), secrets.token_bytes(32))
    durable.replace(log_key_file(settings), ",".join(key.hex() for key in keys).encode())


def token_key(settings: Settings) -> bytes:
    """The key that signs player tokens. Raises `SettingsError`."""
    key = (settings.token_key or _kept(settings.var / "keys" / "token.key")).encode()
    if len(key) < 32:
        raise SettingsError("CROUPIER_TOKEN_KEY: 32 characters at the least are wanted")
    return key


def _parsed(text: str, variable: str) -> tuple[bytes, ...]:
    try:
        keys = tuple(bytes.fromhex(key) for key in text.split(","))
    except ValueError:
        keys = ()
    if not keys or any(len(key) != 32 for key in keys):
        raise SettingsError(f"{variable}: keys of 64 hex digits each are wanted")
    return keys


def _kept(path: Path) -> str:
    """The key in the file; made at the first time. Of several processes at once all get the same."""
    if not path.exists():
        durable.private_folder(path.parent)
        durable.make(path, secrets.token_hex(32).encode())
    return path.read_text().strip()
