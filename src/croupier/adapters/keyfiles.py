"""Secret keys of the installation: given by settings, or made once and kept in files of their owner only."""

import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Final

from croupier.adapters import durable
from croupier.adapters.settings import Settings, SettingsError

_VARIABLES: Final = {
    "seal": "CROUPIER_SEAL_KEYS",
    "log": "CROUPIER_LOG_KEYS",
    "token": "CROUPIER_TOKEN_KEY",
}

KEYS: Final = tuple(_VARIABLES)
"""The names of all keys that an installation has; their files are `<name>.key`."""


def make_keys(settings: Settings, used: Collection[str]) -> None:
    """Make the keys that are neither given nor in their files.

    Those that were `used` before are never made anew: what was done with them is lost without them. Raises
    `SettingsError` that names the missing one, before any is made. Of several processes at once all get the
    same keys.
    """
    missing = [name for name in KEYS if not has_key(settings, name)]
    for name in missing:
        if name in used:
            raise _lost(settings, name)
    for name in missing:
        path = _file(settings, name)
        durable.private_folder(path.parent)
        durable.make(path, secrets.token_hex(32).encode())


def has_key(settings: Settings, name: str) -> bool:
    """Whether the settings give the key, or its file is there."""
    return bool(_given(settings, name)) or _file(settings, name).exists()


def seal_keys(settings: Settings) -> tuple[bytes, ...]:
    """The keys that seal deck seeds, the one to seal with first. Raises `SettingsError`."""
    return _parsed(settings, "seal")


def log_keys(settings: Settings) -> tuple[bytes, ...]:
    """The keys that the keys of logs are derived from; all of them sign. Raises `SettingsError`."""
    return _parsed(settings, "log")


def keys_folder(settings: Settings) -> Path:
    """Where keys are kept that the settings don't give; those of logs in hex, with commas between."""
    return settings.var / "keys"


def signed_folder(settings: Settings) -> Path:
    """Where it is remembered beside the keys what was signed with them."""
    return keys_folder(settings) / "log"


def add_log_key(settings: Settings) -> None:
    """Put one more key behind those in the file. Raises `SettingsError` when the settings give the keys."""
    if settings.log_keys:
        raise SettingsError("CROUPIER_LOG_KEYS: the keys are set there, add the new one to them")
    keys = (*log_keys(settings), secrets.token_bytes(32))
    durable.replace(_file(settings, "log"), ",".join(key.hex() for key in keys).encode())


def token_key(settings: Settings) -> bytes:
    """The key that signs player tokens. Raises `SettingsError`."""
    key = _text(settings, "token").encode()
    if len(key) < 32:
        raise SettingsError("CROUPIER_TOKEN_KEY: 32 characters at the least are wanted")
    return key


def _parsed(settings: Settings, name: str) -> tuple[bytes, ...]:
    try:
        keys = tuple(bytes.fromhex(key) for key in _text(settings, name).split(","))
    except ValueError:
        keys = ()
    if not keys or any(len(key) != 32 for key in keys):
        raise SettingsError(f"{_VARIABLES[name]}: keys of 64 hex digits each are wanted")
    return keys


def _text(settings: Settings, name: str) -> str:
    if given := _given(settings, name):
        return given
    try:
        return _file(settings, name).read_text().strip()
    except FileNotFoundError:
        raise _lost(settings, name) from None


def _given(settings: Settings, name: str) -> str | None:
    return {"seal": settings.seal_keys, "log": settings.log_keys, "token": settings.token_key}[name]


def _file(settings: Settings, name: str) -> Path:
    return keys_folder(settings) / f"{name}.key"


def _lost(settings: Settings, name: str) -> SettingsError:
    return SettingsError(
        f"{_file(settings, name).resolve()} is missing; put it back, or give {_VARIABLES[name]}"
    )
