"""The ids of disputes, which are their streams' names: unguessable, like those of tables."""

import re
from typing import Final

from croupier.domain.disputes import DISPUTE
from croupier.service.apikeys import base32
from croupier.service.ports import Entropy

DISPUTE_PATTERN: Final = f"^{DISPUTE.category}-[a-z2-7]{{12,16}}$"

_dispute = re.compile(DISPUTE_PATTERN[1:-1], re.ASCII).fullmatch


def new_dispute(entropy: Entropy) -> str:
    """A new dispute's id."""
    return f"{DISPUTE.category}-{base32(entropy.seed()[:10])}"


def is_dispute(text: str) -> bool:
    """Whether the text can be a dispute's id."""
    return _dispute(text) is not None
