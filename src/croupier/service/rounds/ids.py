"""The id of a round: its table's id, a full stop, and its number at the table: `baccarat-k3vq7m2abcde.12`."""

import re
from typing import Final

from croupier.domain.ids import ROUND_NUMBER
from croupier.service.ids import TABLE_PATTERN, game_of_table

MOST_ROUNDS: Final = 10**9
"""No table has as many rounds: revisions of a stream are kept in 32 bits."""

ROUND_PATTERN: Final = rf"{TABLE_PATTERN[:-1]}\.{ROUND_NUMBER}$"

_number = re.compile(ROUND_NUMBER, re.ASCII).fullmatch


def parse_round_id(text: str) -> tuple[str, int] | None:
    """Table and number of the round that the text can be the id of; None when it can be none.

    That there is such a table and such a round is not said. There is one way to write an id: no zeros before
    the number, no digits of other scripts.
    """
    table, _, number = text.rpartition(".")
    if game_of_table(table) is None or not _number(number):
        return None
    return table, int(number)
