"""What the fields of bodies and answers mean, one sentence each, for who reads the documents.

By the field's name, or `Type.field` where a type has it in a sense of its own. What is told beside the type
itself (`Meta`) counts before these, and the words of a game for its own types come from the game.
"""

from collections.abc import Mapping
from typing import Final

from croupier.adapters.http.openapi.field_words import (
    common,
    disputes,
    rounds,
    service,
    tables,
    webhooks,
)

WORDS: Final[Mapping[str, str]] = {
    **common.WORDS,
    **tables.WORDS,
    **rounds.WORDS,
    **disputes.WORDS,
    **service.WORDS,
    **webhooks.WORDS,
}
