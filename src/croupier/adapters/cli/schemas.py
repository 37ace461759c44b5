"""`croupier schemas`: print the JSON Schemas of what the log's records hold."""

import sys
from typing import Literal


def schemas(of: Literal["events", "commands"], /) -> None:
    """Print the JSON Schema of every event, or of every command, of every game.

    Parameters
    ----------
    of
        Of what.
    """
    # Here, so that `croupier --help` and the other commands start without all types of all games.
    from croupier.adapters.http.openapi.log_schemas import written_schema

    sys.stdout.write(written_schema(of).decode())
