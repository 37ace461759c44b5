"""What an insider can do who owns the database, or the log's key as well: it is found, and named."""

import re

from msgspec.structs import replace
from tests.support.bundling import (
    INSIDER,
    ORIGIN,
    SIGNER,
    bundled,
    codes,
    part,
    parts_of,
    tree_of,
    verified,
    whole,
)
from tests.support.playing import short_story
from tests.support.tampering import at, rewrite_at, stored

from croupier.service.ports import Entry
from croupier.service.records import digest


def forge(entries: list[Entry]) -> None:
    """Pay a bet otherwise, and hash everything behind it anew, so that the chain of the stream holds."""
    rewrite_at(b'"bet-settled"', rb'"profit":', b'"profit":1')(entries)
    forged = entries[at(entries, b'"bet-settled"')]
    before = forged
    for entry in [one for one in entries if one.stream == forged.stream and one.revision > forged.revision]:
        prev = rb"\g<1>" + digest(before.record).encode()
        record = re.sub(rb'("prev":")[0-9a-f]{64}', prev, entry.record, count=1)
        before = entries[entry.position] = replace(entry, record=record)


async def test_an_insider_without_the_key_can_not_sign_what_he_changed() -> None:
    casino = await short_story()
    honest = tree_of(casino)
    forge(stored(casino))
    signed_before = verified(await bundled(casino, tree=honest))
    assert "leaf-differs" in codes(signed_before)

    fork = tree_of(casino, INSIDER)
    report = verified(await bundled(casino, tree=fork))
    assert codes(report)[0] == "signature-missing"

    claiming = parts_of(await bundled(casino, tree=fork))
    mine, theirs = INSIDER.keys(ORIGIN)[0], SIGNER.keys(ORIGIN)[0]
    note = fork.note(25)
    (signature,) = INSIDER.sign(ORIGIN, fork.text(25))
    claimed = replace(signature, key_id=theirs.key_id)
    assert mine.key_id != theirs.key_id
    part(claiming, "checkpoint").content = note.replace(signature.line.encode(), claimed.line.encode())
    assert codes(verified(whole(claiming)))[0] == "signature-invalid"


async def test_an_insider_with_the_key_is_found_by_what_he_changed() -> None:
    casino = await short_story()
    forge(stored(casino))
    report = verified(await bundled(casino))
    assert report.proven
    assert report.proven.signers
    assert codes(report)[0] == "events-differ"
    assert {"leaf-differs", "prev-differs"}.isdisjoint(codes(report))
    assert report.findings[0].stream == "baccarat-a1"


async def test_an_insider_with_the_key_can_not_deal_from_another_deck() -> None:
    casino = await short_story()
    rewrite_at(b'"deck-committed"', rb'(?<="commitment":")..', b"00")(stored(casino))
    assert "commitment-differs" in codes(verified(await bundled(casino)))


async def test_an_insider_with_the_key_can_not_make_chips() -> None:
    casino = await short_story()
    entries = stored(casino)
    del entries[at(entries, b'"bought-in"')]
    entries[:] = [replace(entry, position=position) for position, entry in enumerate(entries)]
    assert "transfer-broken" in codes(verified(await bundled(casino)))
