"""Counting decks in batches, on as many processors as there are."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Final

from msgspec import Struct

from croupier.adapters.system import SystemEntropy
from croupier.service.fairness.dealing import deal, draws_of, fresh_seeds, repeatable_seeds
from croupier.service.fairness.tally import Tally
from croupier.service.ports import Progress

_CARDS_A_BATCH: Final = 200_000


class Batch(Struct, frozen=True):
    """So many decks of `cards` cards, from number `first` on; `key` makes them repeatable."""

    cards: int
    first: int
    decks: int
    key: bytes | None


def counted(batch: Batch) -> Tally:
    """Deal and count a batch."""
    seeds = (
        fresh_seeds(SystemEntropy(), batch.decks)
        if batch.key is None
        else repeatable_seeds(batch.key, batch.first, batch.decks)
    )
    tally = Tally(batch.cards)
    for seed in seeds:
        tally.add(deal(batch.cards, draws_of(seed)))
    return tally


def count(decks: int, cards: int, key: bytes | None, progress: Progress) -> Tally:
    """Deal and count that many decks; `progress` is told how many are done, and of how many.

    With a `key` the outcome is the same however many processors there are.
    """
    total = Tally(cards)
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for tally in _as_they_come(pool, _batches(decks, cards, key), 2 * workers):
            total.merge(tally)
            progress(total.decks, decks)
    return total


def _batches(decks: int, cards: int, key: bytes | None) -> Iterator[Batch]:
    size = max(1, _CARDS_A_BATCH // cards)
    return (Batch(cards, first, min(size, decks - first), key) for first in range(0, decks, size))


def _as_they_come(pool: ProcessPoolExecutor, batches: Iterable[Batch], at_once: int) -> Iterator[Tally]:
    """The batches' tallies; only a few are under way at any time, so that memory is bounded."""
    waiting = iter(batches)
    under_way = {pool.submit(counted, one) for one in islice(waiting, at_once)}
    while under_way:
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        under_way |= {pool.submit(counted, one) for one in islice(waiting, len(done))}
        yield from (future.result() for future in done)
