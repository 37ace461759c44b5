"""The one error of the embedded servers."""

from croupier.service.errors import CroupierError


class EmbeddedServerFailed(CroupierError):
    """An embedded server cannot be started: its folder is in use or not ours, or the server refuses.

    The text names the folder and carries the end of the server's log where there is one.
    """

    code = "embedded-server-failed"
