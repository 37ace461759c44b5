"""Getting at a bundle: a file, the standard input, or a running service."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import TYPE_CHECKING, BinaryIO, Final

from croupier.adapters.cli.frame import Refused
from croupier.adapters.loopback import is_loopback

if TYPE_CHECKING:
    from httpx import Response

_SECONDS: Final = 60.0


@contextmanager
def opened(source: str, credential: str | None) -> Iterator[BinaryIO]:
    """The bundle's file: at a path, from the standard input (`-`), or fetched from a URL with a key.

    In the open, over http, the key is sent to nobody but this machine. Raises `Refused`, `OSError`.
    """
    if source.startswith(("http://", "https://")):
        with tempfile.TemporaryFile() as file:
            _fetch(source, credential, file)
            yield file
    elif source == "-":
        with tempfile.TemporaryFile() as file:
            copyfileobj(sys.stdin.buffer, file)
            yield file
    else:
        with Path(source).open("rb") as file:
            yield file


def _fetch(url: str, credential: str | None, file: BinaryIO) -> None:
    import httpx

    headers = {"Authorization": f"Bearer {credential}"} if credential else {}
    try:
        open_ = bool(credential) and httpx.URL(url).scheme != "https"
        if open_ and not is_loopback(httpx.URL(url).host):
            raise Refused(f"the key is not sent to {url}: on the way anybody can read it; https is needed")
        # What goes to this machine in the open must not go by way of a proxy elsewhere.
        with httpx.stream("GET", url, headers=headers, timeout=_SECONDS, trust_env=not open_) as response:
            if response.status_code != httpx.codes.OK:
                raise Refused(f"{url} answers with status {response.status_code}: {_reason(response)}")
            file.writelines(response.iter_bytes())
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Refused(f"{url} can't be fetched: {str(error) or type(error).__name__}") from None


def _reason(response: "Response") -> str:
    """What the service says of it, as far as it is a few words."""
    from msgspec import DecodeError
    from msgspec.json import decode

    said = b""
    for chunk in response.iter_bytes():
        said += chunk
        if len(said) > 65_536:
            return "a long text"
    try:
        return str(decode(said, type=dict[str, object]).get("title", "no reason is given"))
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return "no reason is given"
