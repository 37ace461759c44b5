"""Deciding a recorded command again, and following the record where that can't be done."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from croupier.domain.decider import Decision, Given, Rejected, SeedEntrusted, run
from croupier.domain.decks.events import DeckShuffled
from croupier.domain.shuffle import SEED_BYTES, Seed
from croupier.service.errors import SealBroken
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.differences import Said
from croupier.service.replay.secrecy import belies_commitment, hides_cards, unknowing
from croupier.service.replay.seeds import Seeds
from croupier.service.replay.tails import Tail
from croupier.service.transfers import transfers

_NO_SEED: Final = Seed(SEED_BYTES)


class Outcome(Struct, frozen=True):
    """What deciding again came to.

    `decision` is None where the command could not be decided; `wrong` is what was found wrong on the way.
    `kept` are the seeds that go with the entry; it is `undecided`, and no fault, where the cards come from a
    deck whose seed is not known.
    """

    decision: Decision[Any, Any] | None
    kept: tuple[SeedEntrusted, ...] = ()
    wrong: tuple[Said, ...] = ()
    undecided: bool = False


class Redeciding:
    """Decides recorded commands again, by what `seeds` knows of the decks."""

    def __init__(self, seeds: Seeds) -> None:
        """`seeds` knows those of decks."""
        self._seeds = seeds

    def decide(self, tail: Tail, entry: Entry, record: AnyRecord, at: datetime) -> Outcome:
        """Decide the entry's command on the state before it."""
        try:
            kept = self._seeds.of(entry, record)
        except SealBroken as broken:
            outcome = self._decide(tail, record, at, ())
            others = tuple(said for said in outcome.wrong if said[0] != "seed-missing")
            wrong = (("seal-broken", str(broken)), *others)
            return Outcome(outcome.decision, (), wrong, outcome.undecided)
        return self._decide(tail, record, at, kept)

    def _decide(
        self, tail: Tail, record: AnyRecord, at: datetime, kept: tuple[SeedEntrusted, ...]
    ) -> Outcome:
        given = Given(record.actor, at, kept[0].seed if kept else _NO_SEED)
        try:
            decision = run(tail.decider, record.command, tail.state, given)
        except Rejected as refusal:
            return Outcome(None, kept, (("command-refused", f"the rules refuse the command: {refusal}"),))
        except Exception as error:  # a forged record may break any assumption of the rules
            return self._undecidable(tail, record, kept, error)
        if decision.entrusted == kept:
            return Outcome(decision, kept)
        return self._seeds_differ(record, decision, kept)

    def _undecidable(
        self, tail: Tail, record: AnyRecord, kept: tuple[SeedEntrusted, ...], error: Exception
    ) -> Outcome:
        if not hides_cards(tail.decks()):
            what = f"the command can't be decided where it stands ({type(error).__name__})"
            return Outcome(None, kept, (("command-undecidable", what),))
        if belies_commitment(tail.decks(), record.events):
            said: Said = ("reveal-differs", "the seed is not the one that was committed to")
            return Outcome(None, kept, (said,), undecided=True)
        return Outcome(None, kept, undecided=True)

    def _seeds_differ(
        self, record: AnyRecord, decision: Decision[Any, Any], kept: tuple[SeedEntrusted, ...]
    ) -> Outcome:
        if kept:
            which = "beside the entry" if self._seeds.complete else "revealed for the entry's commitments"
            what = f"the seeds {which} are not of the decks that deciding again commits to"
            return Outcome(decision, decision.entrusted, (("seed-unexpected", what),))
        missing: Said = ("seed-missing", "no seed lies beside the entry, which commits to a deck")
        wrong = (missing,) if self._seeds.complete else ()
        return Outcome(unknowing(decision, record.events), (), wrong)


def followed(tail: Tail, record: AnyRecord, kept: tuple[SeedEntrusted, ...]) -> Any:
    """The state by the recorded events, whatever deciding says; None when they make no sense there."""
    state = tail.state
    try:
        for event in (*record.events, *kept):
            if isinstance(event, DeckShuffled):
                # A forged number of packs must not become a deck that fills the memory.
                assert tail.game
                assert event.packs == tail.game.packs(state.rules)
            state = tail.decider.evolve(state, event)
        tail.count(state)
        transfers(state, record.events)
    except Exception:  # a forged record may break any assumption of the rules
        return None
    return state
