"""The `croupier` program."""

from cyclopts import App

from croupier import __version__

app = App(
    name="croupier",
    help="Deals, settles and keeps the book of banking card games.",
    version=__version__,
)

_COMMANDS = ("scenario", "odds", "simulate", "serve", "demo", "replay", "rebuild-views", "operator-key")
for _name in _COMMANDS:
    _module = _name.replace("-", "_")
    app.command(f"croupier.adapters.cli.{_module}:{_module}", name=_name)


def main() -> None:
    """Run the program with the arguments of the process."""
    app()
