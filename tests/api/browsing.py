"""A page in a real browser that can reach nothing but this machine: what it shows, and what it logs."""

import subprocess
from pathlib import Path
from typing import Final

from msgspec import Struct

_BROWSER: Final = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--enable-logging=stderr",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class Seen(Struct):
    """The page as its scripts left it, and the browser's log with what the page's policy kept it from."""

    page: str
    log: str


def browsed(url: str, folder: Path, *, milliseconds: int) -> Seen:
    """Open the page, let it work for that long by the browser's own clock, and look."""
    options = (f"--user-data-dir={folder / 'browser'}", f"--virtual-time-budget={milliseconds}", "--dump-dom")
    done = subprocess.run((*_BROWSER, *options, url), capture_output=True, text=True, timeout=120, check=True)
    return Seen(done.stdout, done.stderr)
