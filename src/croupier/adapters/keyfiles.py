"""Secret keys of the installation: given by settings, or made once and kept in files of their owner only."""

import os
import secrets
from pathlib import Path

from croupier.adapters.settings import Settings, SettingsError


def seal_keys(settings: Settings) -> tuple[bytes, ...]:
    """The keys that seal deck seeds, the one to seal with first. Raises `SettingsError`."""
    text = settings.seal_keys or _kept(settings.var / "keys" / "seal.key")
    try:
        keys = tuple(bytes.fromhex(key) for key in text.split(","))
    except ValueError:
        keys = ()
    if not keys or any(len(key) != 32 for key in keys):
        raise SettingsError("CROUPIER_SEAL_KEYS: keys of 64 hex digits each are wanted")
    return keys


def token_key(settings: Settings) -> bytes:
    """The key that signs player tokens. Raises `SettingsError`."""
    key = (settings.token_key or _kept(settings.var / "keys" / "token.key")).encode()
    if len(key) < 32:
        raise SettingsError("CROUPIER_TOKEN_KEY: 32 characters at the least are wanted")
    return key


def _kept(path: Path) -> str:
    """The key in the file; made at the first time. Of several processes at once all get the same."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
