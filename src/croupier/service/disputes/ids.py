"""The ids of disputes, which are their streams' names: unguessable, like those of tables."""

import re

from croupier.domain.disputes import DISPUTE
from croupier.domain.ids import DISPUTE_PATTERN
from croupier.service.ids import random_id
from croupier.service.ports import Entropy

_dispute = re.compile(DISPUTE_PATTERN[1:-1], re.ASCII).fullmatch


def new_dispute(entropy: Entropy) -> str:
    """A new dispute's id."""
    return f"{DISPUTE.category}-{random_id(entropy)}"


def is_dispute(text: str) -> bool:
    """Whether the text can be a dispute's id."""
    return _dispute(text) is not None
