"""Numbers as the C2SP formats write them: ASCII digits without leading zeroes."""

import re
from typing import Final

from croupier.service.transparency.malformed import Malformed

MOST: Final = 2**63 - 1
"""The largest size or index that a log may have."""

_decimal = re.compile("0|[1-9][0-9]{0,18}").fullmatch


def parse_decimal(text: str, what: str) -> int:
    """The number, 0 to 2^63 - 1. Raises `Malformed`, which names `what` it should have been."""
    if _decimal(text) is None or int(text) > MOST:
        raise Malformed(f"the {what} is not a decimal number without leading zeroes, below 2^63")
    return int(text)
