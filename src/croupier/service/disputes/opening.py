"""What is said to open a dispute."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.domain.texts import Line, Text
from croupier.service.ids import PLAYER_PATTERN
from croupier.service.rounds.ids import ROUND_PATTERN


class DisputeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What was wrong in which round. An operator names the `player` for whom he opens the dispute.

    `seat` and `bet` say what in the round it is about.
    """

    round: Annotated[str, Meta(pattern=ROUND_PATTERN)]
    claim: Text
    player: Annotated[str, Meta(pattern=PLAYER_PATTERN)] | UnsetType = UNSET
    seat: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    bet: Line | UnsetType = UNSET
