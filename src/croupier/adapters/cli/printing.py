"""Printing: what others wrote, JSON for machines, and how far a long work has come."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def printable(text: str) -> str:
    """The text on one line and harmless to a terminal, whatever it says."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def in_words(error: Exception) -> str:
    """What the error says; one of the operating system without its number: the file, if any, and why."""
    if not isinstance(error, OSError) or error.strerror is None:
        return printable(str(error))
    return printable(error.strerror if error.filename is None else f"{error.filename}: {error.strerror}")


def counted(number: int, one: str, many: str) -> str:
    """The number with what it counts: `1 entry`, `1,234 entries`."""
    return f"{number:,} {one if number == 1 else many}"


def print_json(value: object) -> None:
    """Print the value for machines, laid out so that people can read it too."""
    from msgspec.json import encode, format

    print(format(encode(value)).decode())


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error where that is a terminal, to be told what is done and how much there is."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (escape(printable(title)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
