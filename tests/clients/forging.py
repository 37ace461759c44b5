"""Reports of rounds to be checked: one of the published test vectors, and forgeries of others."""

from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any, Final

from croupier.domain.cards import PACK
from croupier.domain.shuffle import Draws, Seed, commitment, shuffled

Report = Any
Forgery = Callable[[Report], None]

VECTORS: Final = (
    (1, 1, "9bc239d36cf45b4d80fe63fa0035285400241c5810225b5747723a1db45bc566"),
    (2, 1, "1ea2e291c44f1212d001ae180060cd0772b22639429b09cb2172ce441fec8b12"),
)


DECK: Final = "deck-0001"
SEED: Final = Seed(range(64))


def draws(shuffle: int) -> Draws:
    """What the vectors' seed and contributions draw for that shuffle."""
    return Draws.of_deck(DECK, SEED, {1: b"alice", 2: b"bob"}, shuffle)


def of_vectors() -> Report:
    """A report of the published test vectors, whose decks are checked against their published digests.

    A third shuffle is of the first ten cards of the second, as discards that went under the deck.
    """
    shuffles, cards = [], []
    for number, packs, digest in VECTORS:
        order = shuffled(range(52 * packs), draws(number))
        assert sha256(b"".join(card.to_bytes(2, "big") for card in order)).hexdigest() == digest
        cards = [PACK[card % 52] for card in order]
        shuffles.append({"shuffle": number, "packs": packs, "places": [], "cards": cards})
    discards = {"packs": None, "places": [*range(10)], "cards": [*cards, *shuffled(cards[:10], draws(3))]}
    return {
        "deck": {
            "deck": DECK,
            "named": False,
            "commitment": commitment(DECK, SEED),
            "seed": SEED.hex(),
            "contributions": [{"seat": 2, "entropy": b"bob".hex()}, {"seat": 1, "entropy": b"alice".hex()}],
            "shuffles": [*shuffles, {"shuffle": 3, **discards}],
        },
        "cards": [{"shuffle": 1, "place": 2, "card": "AD"}],
    }


def seed_exchanged(report: Report) -> None:
    seed = report["deck"]["seed"]
    report["deck"]["seed"] = seed[1:] + seed[:1]


def entropy_exchanged(report: Report) -> None:
    report["deck"]["contributions"][0]["entropy"] = "657665"


def order_changed(report: Report) -> None:
    cards = report["deck"]["shuffles"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def card_exchanged(report: Report) -> None:
    dealt, order = report["cards"][-1], report["deck"]["shuffles"][0]["cards"]
    dealt["card"] = order[(dealt["place"] + 1) % 52]


FORGERIES: Final[dict[Forgery, tuple[str, str]]] = {
    seed_exchanged: ("not the one that was committed to", "The seed is the one that was committed to."),
    entropy_exchanged: ("does not follow from the seed", "The order of the cards follows from seed"),
    order_changed: ("does not follow from the seed", "The order of the cards follows from seed"),
    card_exchanged: ("another card was dealt", "The cards that were dealt are those of their places."),
}
"""Each with what the program says of it, and what the page says NO to."""


def forged(report: Report, forge: Forgery) -> Report:
    """The report with something in it that is not so."""
    changed = deepcopy(report)
    forge(changed)
    return changed
