"""Files for their owner only that a crash leaves whole: written beside, on the disk, then put in place."""

import os
import secrets
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make the folder, for its owner only, where it is not there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def replace(path: Path, data: bytes) -> None:
    """Put a file with this content in the place of the one that is there, if any, in one step."""
    _drafted(path, data).replace(path)
    _sync(path.parent)


def make(path: Path, data: bytes) -> bool:
    """Make a file with this content in one step; False, and nothing is changed, when there is one already."""
    draft = _drafted(path, data)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    finally:
        draft.unlink()
    _sync(path.parent)
    return True


def _drafted(path: Path, data: bytes) -> Path:
    """A file beside `path` that has the content, on the disk."""
    draft = path.with_name(f".{secrets.token_hex(8)}.draft")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return draft


def _sync(folder: Path) -> None:
    """Have the folder's names on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
