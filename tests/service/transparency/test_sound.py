"""A checkpoint is shown only if it says what is kept beside it, and the log's own key has signed it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.support.publishing import LOG, NAME, SIGNER, House
from tests.support.trees import some_records

from croupier.adapters.ed25519 import Ed25519Signer
from croupier.service.errors import CheckpointDiffers
from croupier.service.ports.transparency import Published, TreeHead
from croupier.service.transparency import refusals
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.notes import Note, NoteSignature, parse_note, write_note
from croupier.service.transparency.refusals import SigningRefused

OTHER = Ed25519Signer([b"o" * 32])
WITNESS = NoteSignature("witness.test", b"1234", b"signature").line

Change = Callable[[House, Published], Published]


def signed_by(house: House, last: Published, signer: Ed25519Signer) -> Published:
    """The same tree in a note that another has signed."""
    origin = f"{NAME}/{LOG}"
    text = Checkpoint(origin, last.head.size, last.head.root).text
    return replace(last, note=write_note(Note(text, signer.sign(origin, text))))


def signed_with_ours(last: Published, text: str) -> Published:
    return replace(last, note=write_note(Note(text, parse_note(last.note).signatures)))


CHANGES: list[tuple[Change, str]] = [
    (lambda house, last: replace(last, note=house.checkpoints.published[0].note), "its note is of 3"),
    (lambda house, last: replace(last, head=TreeHead(5, bytes(32))), "another root"),
    (lambda house, last: replace(last, note=b"a note"), "can't be read"),
    (
        lambda house, last: signed_with_ours(last, Checkpoint("other.test/house", 5, last.head.root).text),
        "its note is of other.test/house",
    ),
]
UNSIGNED: list[tuple[Change, str]] = [
    (lambda house, last: signed_by(house, last, OTHER), "no key .* has signed"),
    (
        lambda house, last: Published(
            TreeHead(5, bytes(32)),
            signed_with_ours(last, Checkpoint(f"{NAME}/{LOG}", 5, bytes(32)).text).note,
        ),
        "no key .* has signed",
    ),
]


async def changed(change: Change) -> House:
    """A house that has published twice, and then somebody changed the last checkpoint."""
    house = House(3)
    await house.publish()
    house.add(2)
    await house.publish()
    house.checkpoints.published[-1] = change(house, house.checkpoints.published[-1])
    return house


@pytest.mark.parametrize(("change", "says"), [*CHANGES, *UNSIGNED])
async def test_a_checkpoint_that_was_changed_is_not_shown(change: Change, says: str) -> None:
    reading = (await changed(change)).reading()
    for asked in (reading.checkpoint(LOG), reading.inclusion(LOG, 0), reading.head(LOG)):
        with pytest.raises(CheckpointDiffers, match=says):
            await asked


@pytest.mark.parametrize(("change", "says"), CHANGES)
async def test_a_checkpoint_that_contradicts_itself_stops_the_signing(change: Change, says: str) -> None:
    house = await changed(change)
    house.add(1)
    with pytest.raises(SigningRefused, match=says) as refusal:
        await house.publish()
    assert refusal.value.code == refusals.DIFFERS


@pytest.mark.parametrize(("change", "says"), [*CHANGES, *UNSIGNED])
async def test_the_publisher_looks_again_at_what_it_published_although_nothing_is_new(
    change: Change, says: str
) -> None:
    house = House(3)
    publisher = house.publisher()
    await publisher.publish()
    house.add(2)
    await publisher.publish()
    honest = house.checkpoints.published[-1]
    house.checkpoints.published[-1] = change(house, honest)
    await publisher.publish()
    assert house.shouts == [(LOG, refusals.DIFFERS)]
    with pytest.raises(SigningRefused, match=says):
        await publisher.well()
    house.checkpoints.published[-1] = honest
    await publisher.publish()
    await publisher.well()


async def test_a_checkpoint_that_is_gone_is_missed_although_nothing_is_new() -> None:
    house = House(3)
    publisher = house.publisher()
    await publisher.publish()
    house.add(2)
    await publisher.publish()
    house.checkpoints.published.pop()
    await publisher.publish()
    assert house.shouts == [(LOG, refusals.ROLLED_BACK)]


async def test_a_log_whose_only_signature_is_of_a_key_taken_out_is_shown_again_with_its_next_entry() -> None:
    house = await changed(lambda house, last: signed_by(house, last, OTHER))
    with pytest.raises(CheckpointDiffers, match="no key"):
        await house.reading().checkpoint(LOG)
    house.add(1)
    assert await house.publish() == 6
    assert await house.reading().checkpoint(LOG) == house.checkpoints.published[-1].note


async def test_a_checkpoint_signed_by_one_of_two_keys_is_shown() -> None:
    house = House(3)
    await house.publish()
    both = Ed25519Signer([b"n" * 32, b"k" * 32])
    assert SIGNER.keys("x/y")[0] in both.keys("x/y")
    assert await house.sound(both).latest(LOG) == house.checkpoints.published[-1]


async def test_witnesses_lines_that_cant_be_shown_are_left_out_and_told_of_once() -> None:
    house = House(3)
    await house.publish()
    last = house.checkpoints.published[-1]
    (ours,) = parse_note(last.note).signatures
    lines = ("garbage", WITNESS, replace(ours, signature=bytes(64)).line, "\n\n")
    house.checkpoints.published[-1] = replace(last, cosignatures=lines)
    reading = house.reading()
    for _ in range(2):
        assert await reading.checkpoint(LOG) == last.note + f"{WITNESS}\n".encode()
    assert [what for what, _ in house.troubles] == [
        f"a cosignature of {LOG} is left out, it can't stand in a note"
    ] * 3


async def test_no_more_lines_are_shown_than_a_note_may_have() -> None:
    house = House(3)
    await house.publish()
    last = house.checkpoints.published[-1]
    lines = tuple(NoteSignature(f"w{number}", b"1234", b"signature").line for number in range(200))
    house.checkpoints.published[-1] = replace(last, cosignatures=lines)
    assert len(parse_note(await house.reading().checkpoint(LOG)).signatures) == 100


async def test_what_was_seen_is_not_believed_of_another_checkpoint() -> None:
    house = House(3)
    await house.publish()
    reading = house.reading()
    await reading.checkpoint(LOG)
    house.trees.log += some_records(5)[3:]
    await house.publish()
    assert await reading.checkpoint(LOG) == house.checkpoints.published[-1].note
