"""What people write into the log, to be read by others for years: bounded, and hiding nothing.

A text begins with something to be seen. Control characters and those that turn the direction of writing have
no business in what will be shown on terminals and printed.
"""

from typing import Annotated, Final

from msgspec import Meta

_HIDDEN: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_BLANK: Final = r"\t\n\x20\xa0"


def line_pattern(most: int) -> str:
    """The pattern of one line of 1 to `most` characters."""
    return rf"^[^{_BLANK}{_HIDDEN}][^\t\n{_HIDDEN}]{{0,{most - 1}}}$(?!\n)"


def line_or_nothing_pattern(most: int) -> str:
    """The pattern of one line of at most `most` characters, which may be left empty."""
    return rf"^([^{_BLANK}{_HIDDEN}][^\t\n{_HIDDEN}]{{0,{most - 1}}})?$(?!\n)"


def text_pattern(most: int) -> str:
    """The pattern of 1 to `most` characters in any number of lines."""
    return rf"^[^{_BLANK}{_HIDDEN}][^{_HIDDEN}]{{0,{most - 1}}}$(?!\n)"


Text = Annotated[str, Meta(pattern=text_pattern(2000), description="1 to 2000 characters, also in lines.")]
"""What somebody says."""

Line = Annotated[str, Meta(pattern=line_pattern(100), description="A line of 1 to 100 characters.")]
"""What somebody calls something."""
