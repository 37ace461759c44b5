"""What anybody can check of a table's decks by its events: commitments, seeds and the cards' places."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from croupier.domain.cards import PACK, Card
from croupier.domain.decks.cut import drawn_cut
from croupier.domain.shuffle import Draws, Seed, commitment, shuffled

Event = dict[str, Any]


class PublicShuffle(Struct):
    """One shuffle of a deck: the cards of it that came to light, with their places, and its cut."""

    number: int
    packs: int
    seen: list[tuple[int, Card]] = []
    cuts: list[int] = []


class PublicDeck(Struct):
    """A deck as its events tell of it."""

    id: str
    commitment: str
    contributions: dict[int, bytes] = {}
    shuffles: list[PublicShuffle] = []
    seed: Seed | None = None

    def require_as_committed(self) -> None:
        """The revealed seed is the committed one, and every card that was seen lay where it says."""
        assert self.seed is not None, f"{self.id} was never revealed"
        assert commitment(self.id, self.seed) == self.commitment
        for shuffle in self.shuffles:
            draws = Draws.of_deck(self.id, self.seed, self.contributions, shuffle.number)
            cards = shuffled(PACK * shuffle.packs, draws)
            assert [(place, cards[place]) for place, _ in shuffle.seen] == shuffle.seen
            assert shuffle.cuts in ([], [drawn_cut(draws)])


def decks_of(events: list[Event]) -> list[PublicDeck]:
    """The table's decks, in the order in which they were committed to."""
    decks: dict[str, PublicDeck] = {}
    for event, current in _with_current(events):
        if event["type"] == "deck-committed":
            decks[event["deck"]] = PublicDeck(event["deck"], event["commitment"])
        elif deck := decks.get(event.get("deck", current)):
            _note(deck, event)
    return [*decks.values()]


def _note(deck: PublicDeck, event: Event) -> None:
    match event:
        case {"type": "entropy-contributed"}:
            deck.contributions[event["seat"]] = bytes.fromhex(event["entropy"])
        case {"type": "deck-shuffled" | "deck-reshuffled"}:
            deck.shuffles.append(PublicShuffle(event["shuffle"], event["packs"]))
        case {"type": "deck-revealed"}:
            deck.seed = Seed.fromhex(event["seed"])
        case {"type": "pack-cut"}:
            deck.shuffles[-1].cuts.append(event["size"])
        case {"card": str(card), "place": int(place)} if place < 52 * deck.shuffles[-1].packs:
            deck.shuffles[-1].seen.append((place, card))


def _with_current(events: list[Event]) -> Iterator[tuple[Event, str]]:
    """Each event with the id of the deck that is dealt from."""
    current = ""
    for event in events:
        if event["type"] == "deck-shuffled":
            current = event["deck"]
        yield event, current
