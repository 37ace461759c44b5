"""The methods that a path takes: a HEAD where there is a GET, and OPTIONS everywhere (RFC 9110, 9.3)."""

from typing import Final

OF_COMMANDS: Final = ("OPTIONS", "POST")
"""Those of commands' routes."""


def with_head(listed: str) -> tuple[str, ...]:
    """The methods of a list with commas, HEAD among them if GET is."""
    found = {method.strip() for method in listed.split(",")}
    return tuple(sorted(found | {"HEAD"} if "GET" in found else found))
