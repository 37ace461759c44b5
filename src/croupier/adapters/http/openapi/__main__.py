"""Writes the OpenAPI document to the file named, or to standard output."""

import sys
from pathlib import Path

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.document import written


def main(arguments: list[str]) -> None:
    """`python -m croupier.adapters.http.openapi [FILE]`."""
    document = written(ordinary_routes())
    if arguments:
        Path(arguments[0]).write_bytes(document)
    else:
        sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main(sys.argv[1:])
