"""The page of the reference: Swagger UI, from its package, over this service's own document."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct
from swagger_ui_bundle import swagger_ui_path

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page's Content-Security-Policy: what it needs comes from this service, and it asks nobody else."""

_OWN: Final = files("croupier.adapters.http.pages")

PAGE: Final = _OWN.joinpath("reference.html").read_bytes()


_SCRIPT: Final = "text/javascript; charset=utf-8"
_STYLE: Final = "text/css; charset=utf-8"


class Asset(Struct, frozen=True):
    """A file that the page needs, and its media type."""

    file: Traversable
    media: str


ASSETS: Final[Mapping[str, Asset]] = {
    "swagger-ui.css": Asset(swagger_ui_path.joinpath("swagger-ui.css"), _STYLE),
    "swagger-ui-bundle.js": Asset(swagger_ui_path.joinpath("swagger-ui-bundle.js"), _SCRIPT),
    "favicon-32x32.png": Asset(swagger_ui_path.joinpath("favicon-32x32.png"), "image/png"),
    "reference.js": Asset(_OWN.joinpath("reference.js"), _SCRIPT),
}
"""The files by their names, and no others: a name is never a path."""


@cache
def content_of(name: str) -> bytes:
    """What is in the asset of that name. It is read once: a package does not change while it is in use."""
    return ASSETS[name].file.read_bytes()
