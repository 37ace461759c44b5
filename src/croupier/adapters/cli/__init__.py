"""The command line: one module a command, loaded when it is called."""

from croupier.adapters.cli.app import main

__all__ = ["main"]
