"""What can be wrong with a request as HTTP, before any use case is reached.

    Fault
    ├── MalformedHeader        a header that is doubled or not in its format                400
    ├── MalformedJson          the body is not JSON                                         400
    ├── InvalidParameter       a parameter of the query is not as documented                400
    ├── BodyLate               the body did not arrive in time                              408
    ├── Disconnected           the body did not arrive at all: the client is gone           408
    ├── BodyTooLarge           the body is longer than `bodies.MOST_BYTES`                  413
    ├── UriTooLong             path and query are longer than `heads.LONGEST_URI`           414
    ├── UnsupportedMediaType   the body is not said to be JSON                              415
    ├── InvalidBody            the body is JSON, but not what this route takes              422
    └── HeadersTooLarge        more header fields than `heads.MOST_FIELDS`, or a longer one 431

`MethodNotAllowed` (405) and `NoSuchRoute` (404) stand beside them, for paths outside of Litestar's routes.
"""

from typing import ClassVar, Final

from msgspec import Struct

_LONGEST_PATH: Final = 200
"""Characters to say of a path at which nothing is."""


class Pointed(Struct, frozen=True, omit_defaults=True):
    """Where in the request the fault lies, and what it is there.

    `pointer` is a JSON Pointer (RFC 6901) into the body, `parameter` the name of a parameter of the query.
    """

    detail: str
    pointer: str | None = None
    parameter: str | None = None


class Fault(Exception):
    """Base of all that can be wrong with a request as HTTP. `code` is stable, the text is for people."""

    code: ClassVar[str]

    def __init__(self, detail: str, *errors: Pointed) -> None:
        """Say what is wrong, and where, if places can be told."""
        super().__init__(detail)
        self.errors = errors


class MalformedHeader(Fault):
    """A header is doubled or not in its format."""

    code = "malformed-header"


class MalformedJson(Fault):
    """The body is not JSON."""

    code = "malformed-json"


class InvalidParameter(Fault):
    """A parameter of the query is not as documented."""

    code = "invalid-parameter"


def wrong_parameter(name: str, said: str) -> InvalidParameter:
    """That the parameter of that name is wrong, and why: it is said at once, and pointed at."""
    return InvalidParameter(f"{name}: {said}", Pointed(said, parameter=name))


class BodyLate(Fault):
    """The body did not arrive in time."""

    code = "body-late"


class BodyTooLarge(Fault):
    """The body is too long."""

    code = "body-too-large"


class UriTooLong(Fault):
    """Path and query are too long together."""

    code = "uri-too-long"


class HeadersTooLarge(Fault):
    """There are too many header fields, or one is too long."""

    code = "headers-too-large"


class UnsupportedMediaType(Fault):
    """The body is not said to be JSON."""

    code = "unsupported-media-type"


class InvalidBody(Fault):
    """The body is JSON, but not what this route takes."""

    code = "invalid-body"


class NoSuchRoute(Fault):
    """Nothing is at this path."""

    code = "no-such-route"


def nothing_at(path: str, why: str | None = None) -> NoSuchRoute:
    """That nothing is at the path, `why`, if more than the lack of a route is known, and where to look."""
    reason = f" ({why})" if why else ""
    return NoSuchRoute(f"there is nothing at {path[:_LONGEST_PATH]}{reason}: see /docs and /schema")


class MethodNotAllowed(Fault):
    """The path does not take this method."""

    code = "method-not-allowed"

    def __init__(self, *allowed: str) -> None:
        """Name the methods that the path takes."""
        super().__init__(f"this path takes {', '.join(allowed)} only")
        self.allowed = allowed


class Disconnected(Fault):
    """The client went away before his request was whole. Nobody hears the answer."""

    code = "body-late"
