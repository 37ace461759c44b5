"""The `croupier` program."""

import os
import sys
from typing import Final

from cyclopts import App

from croupier import __version__

app = App(
    name="croupier",
    help="Deals, settles and keeps the book of banking card games.",
    version=__version__,
)

_COMMANDS: Final = {
    "serve": "Run the service.",
    "demo": "Let bots play on the running service.",
    "replay": "Decide every command of the log again and compare.",
    "rebuild-views": "Fill the views anew from the log.",
    "operator-key": "Print a new key for an operator.",
    "revoke-key": "Make an operator's key invalid.",
    "scenario": "Play scenario files, or folders of them.",
    "odds": "Print a game's exact odds.",
    "simulate": "Compare many random rounds with the exact odds.",
}
for _name, _help in _COMMANDS.items():
    _module = _name.replace("-", "_")
    app.command(f"croupier.adapters.cli.{_module}:{_module}", name=_name, help=_help)


def main() -> None:
    """Run the program with the arguments of the process."""
    try:
        app()
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads the output has seen enough, as `head` has.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
