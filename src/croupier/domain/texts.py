"""What people write into the log, to be read by others for years: bounded, and hiding nothing.

A text begins with something to be seen. Control characters and those that turn the direction of writing have
no business in what will be shown on terminals and printed.
"""

from typing import Annotated, Any, Final

from msgspec import Meta

_HIDDEN: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_BLANK: Final = r"\t\n\x20\xa0"

END: Final = r"$(?!\n)"
"""The end of a pattern: in Python, and hardly anywhere else, `$` matches before a last line feed too."""


def line_pattern(most: int) -> str:
    """The pattern of one line of 1 to `most` characters."""
    return rf"^[^{_BLANK}{_HIDDEN}][^\t\n{_HIDDEN}]{{0,{most - 1}}}{END}"


def line_or_nothing_pattern(most: int) -> str:
    """The pattern of one line of at most `most` characters, which may be left empty."""
    return rf"^([^{_BLANK}{_HIDDEN}][^\t\n{_HIDDEN}]{{0,{most - 1}}})?{END}"


def text_pattern(most: int) -> str:
    """The pattern of 1 to `most` characters in any number of lines."""
    return rf"^[^{_BLANK}{_HIDDEN}][^{_HIDDEN}]{{0,{most - 1}}}{END}"


def portable(schema: Any) -> Any:
    """A JSON Schema, or a pattern, with all patterns in it as other languages have them."""
    match schema:
        case dict():
            return {key: portable(value) for key, value in schema.items()}
        case list():
            return [portable(value) for value in schema]
        case str() if schema.endswith(END):
            return schema.removesuffix(END) + "$"
        case _:
            return schema


Text = Annotated[str, Meta(pattern=text_pattern(2000), description="1 to 2000 characters, also in lines.")]
"""What somebody says."""

Line = Annotated[str, Meta(pattern=line_pattern(100), description="A line of 1 to 100 characters.")]
"""What somebody calls something."""
