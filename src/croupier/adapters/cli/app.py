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
    "export": "Write a bundle of the log that can be checked anywhere.",
    "verify": "Check a bundle with nothing but the log's public key.",
    "rebuild-views": "Fill the views anew from the log.",
    "keys": "Make, list, replace and revoke keys.",
    "forget": "Forget the person behind a player.",
    "log-key": "Print the public keys of logs, or replace them.",
    "witness": "Cosign the checkpoints of logs that only grow.",
    "scenario": "Play scenario files, or folders of them.",
    "schemas": "Print the JSON Schema of all events, or of all commands.",
    "odds": "Print a game's exact odds.",
    "simulate": "Compare many random rounds with the exact odds.",
    "rng-test": "Test how random the shuffle is, or write its raw stream.",
    "software": "List the installed software, or compare it with a kept list.",
}
for _name, _help in _COMMANDS.items():
    _module = _name.replace("-", "_")
    app.command(f"croupier.adapters.cli.{_module}:{_module}", name=_name, help=_help)


def _explain(name: str) -> None:
    """Let the command's own docstring be its help; its line here is for the list of all, read unloaded."""
    if name in _COMMANDS and app[name].default_command:
        app[name].help = None


def main() -> None:
    """Run the program with the arguments of the process."""
    try:
        for name in sys.argv[1:2]:
            _explain(name)
        app()
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads the output has seen enough, as `head` has.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
