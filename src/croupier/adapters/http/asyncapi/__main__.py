"""Writes the AsyncAPI document to the file named, or to standard output."""

import sys
from pathlib import Path

from croupier.adapters.http.asyncapi.document import written


def main(arguments: list[str]) -> None:
    """`python -m croupier.adapters.http.asyncapi [FILE]`."""
    document = written()
    if arguments:
        Path(arguments[0]).write_bytes(document)
    else:
        sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main(sys.argv[1:])
