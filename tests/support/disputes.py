"""The history of a dispute, for stories about it."""

from datetime import timedelta
from typing import Any

from tests.support.story import AT, Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import Deadlines, OpenDispute, Transfer
from croupier.domain.disputes.events import DisputeOpened, DisputeTaken, EvidenceAttached
from croupier.domain.disputes.evidence import BoundDeck, Evidence, SeatedPlayer

DISPUTE = "dispute-k3vq7m2abcdefghi"
TABLE = "baccarat-b5vq7m2abcdefghi"
ROUND = f"{TABLE}.12"
CLAIM = "My bet on player won and was taken."

ANN, BOB, EVE = (Actor("player", name) for name in ("ann", "bob", "eve"))
"""Ann and bob sat at the table, eve did not."""

VERA, PAUL = Actor("auditor", "vera"), Actor("auditor", "paul")
REX = Actor("regulator", "rex")

TAKE = timedelta(days=3)
RULE = timedelta(days=14)
DEADLINES = Deadlines(int(TAKE.total_seconds()), int(RULE.total_seconds()))

EVIDENCE = Evidence(
    first=41,
    last=47,
    records=5,
    digest="1f" * 32,
    decks=(BoundDeck(f"{TABLE}/3", "8e" * 32),),
    players=(SeatedPlayer(1, "ann"), SeatedPlayer(4, "bob")),
    size=60,
    root="a0" * 32,
)


def opening(player: str = "ann", **more: Any) -> OpenDispute:
    """The command that opens a dispute of a player's."""
    return OpenDispute(ROUND, player, CLAIM, EVIDENCE, DEADLINES, **more)


def opened(by: Actor = ANN) -> tuple[Any, ...]:
    """Ann's dispute was opened, by herself or by her operator."""
    told = DisputeOpened(ROUND, "ann", by, CLAIM, AT + TAKE, DEADLINES.rule)
    return told, EvidenceAttached(EVIDENCE)


def taken(by: Actor = VERA) -> DisputeTaken:
    """An auditor took it, at once."""
    return DisputeTaken(by.id, AT + RULE)


def given(*history: Any) -> Story:
    """A dispute with that history: events, or tuples of them."""
    events = [event for part in history for event in (part if isinstance(part, tuple) else (part,))]
    return Story(DECIDERS["dispute"], DISPUTE, events)


def is_open() -> Story:
    """Ann has opened a dispute, and nobody has taken it."""
    return given(opened())


def is_taken() -> Story:
    """Vera has taken ann's dispute."""
    return given(opened(), taken())


def pays(payer: str, payee: str, amount: int) -> Transfer:
    """A correction."""
    return Transfer(payer, payee, amount)
