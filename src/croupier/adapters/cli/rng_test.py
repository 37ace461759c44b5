"""`croupier rng-test`: statistics of many dealt decks, and the raw stream for a laboratory."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Count, Flag
from croupier.adapters.cli.printing import print_json, progress_bar

if TYPE_CHECKING:
    from croupier.service.fairness.verdict import Verdict

_BYTES: Final = 100_000_000

Packs = Annotated[int, Parameter(validator=Number(gte=1, lte=8))]


@telling("croupier rng-test: ")
def rng_test(
    *,
    decks: Count = 100_000,
    packs: Packs = 1,
    json: Flag = False,
    seed_file: Path | None = None,
    dump: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    raw: Flag = False,
    size: Annotated[Count | None, Parameter(name="--bytes")] = None,
) -> int:
    """Deal many decks by the shuffle that games are played with, and say whether they look random.

    Counted are each card at each place, each two cards side by side and which of them comes first, the
    sizes of the cut, and what uniform draws give; each is held against the chi-square distribution that a
    fair shuffle has. All together are called unfair once in a hundred runs of a fair shuffle: then run it
    again. Exits 0 when all is as a fair shuffle shows it, 1 when not, 2 when it could not be done.

    Parameters
    ----------
    decks
        How many decks are dealt.
    packs
        Packs of 52 cards in each, 1 to 8.
    json
        Print one JSON object for machines.
    seed_file
        A file of 16 bytes or more, of which all seeds are made: the same file gives the same result again.
    dump
        Count nothing: write the raw stream that shuffles draw from to this file, or to standard output (`-`).
    raw
        With --dump: the operating system's entropy itself, of which seeds are made.
    size
        With --dump: how many bytes; 100,000,000 when left out.
    """
    if dump is None and (raw or size):
        raise Refused("--raw and --bytes are for what --dump writes")
    key = _key(seed_file)
    if dump is None:
        return _test(decks, packs, key, json)
    _dump(dump, raw, size or _BYTES, key)
    return 0


def _key(seed_file: Path | None) -> bytes | None:
    """What the file determines all seeds by. Raises `Refused`, `OSError`."""
    if seed_file is None:
        return None
    key = seed_file.read_bytes()
    if len(key) < 16:
        raise Refused(f"{seed_file} has {len(key)} bytes, it takes 16 at the least")
    return key


def _test(decks: int, packs: int, key: bytes | None, json: bool) -> int:
    from time import perf_counter

    from croupier.adapters.fairness.batches import count
    from croupier.service.fairness.verdict import TooFewDecks, require_enough, verdict

    try:
        require_enough(decks, 52 * packs)
    except TooFewDecks as error:
        raise Refused(str(error)) from None
    began = perf_counter()
    with progress_bar("decks") as progress:
        tally = count(decks, 52 * packs, key, progress)
    found = verdict(tally, packs, "file" if key else "fresh", perf_counter() - began)
    if json:
        print_json(found)
    else:
        _print_text(found)
    return 0 if found.fair else 1


def _dump(target: str, raw: bool, size: int, key: bytes | None) -> None:
    from croupier.adapters.fairness.dumps import entropy_stream, shuffle_stream, write

    if raw and key:
        raise Refused("the operating system's entropy can't be had by a seed file")
    pieces = entropy_stream() if raw else shuffle_stream(key)
    if target == "-":
        write(pieces, sys.stdout.buffer, size, lambda done, total: None)
        return
    with Path(target).open("wb") as file, progress_bar("bytes") as progress:
        write(pieces, file, size, progress)


def _print_text(found: "Verdict") -> None:
    packs = "1 pack" if found.packs == 1 else f"{found.packs} packs"
    seeds = "fresh seeds" if found.seeds == "fresh" else "the seeds of the file"
    rate = f"{found.seconds:.1f} s, {found.decks_per_second:,} decks/s"
    print(f"{found.decks:,} decks of {packs}, {seeds}, in {rate}")
    print(f"  {'':38}{'chi-square':>14}{'degrees':>9}{'p':>12}")
    for one in found.findings:
        mark = "" if one.fair else "  UNFAIR"
        print(f"  {one.looks_at:38}{one.statistic:14,.1f}{one.degrees:9,}{one.p:12.6f}{mark}")
    outcome = "all as a fair shuffle shows it" if found.fair else "NOT as a fair shuffle shows it"
    bounds = f"p from {found.bound:.6f} to {1 - found.bound:.6f}"
    print(f"{outcome}: {bounds}, {len(found.findings)} statistics at level {found.level} together")
