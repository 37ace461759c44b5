"""Base64 as the C2SP formats use it: RFC 4648, section 4, with padding, one spelling for each value."""

from base64 import b64decode, b64encode
from binascii import Error

from croupier.service.transparency.malformed import Malformed


def encode64(data: bytes) -> str:
    """The bytes in base64."""
    return b64encode(data).decode("ascii")


def decode64(text: str) -> bytes:
    """The bytes that the text stands for. Raises `Malformed` unless it is their one right spelling."""
    try:
        data = b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, Error):
        raise Malformed("that is not base64") from None
    if encode64(data) != text:
        raise Malformed("the base64 has bits set that stand for nothing")
    return data
