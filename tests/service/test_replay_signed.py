"""A replay holds the log to the last tree that was signed of it: every byte, also where no rule looks."""

import pytest
from tests.support.playing import CODE, LOG, Casino, short_story
from tests.support.tampering import codes, rewrite, stored

from croupier.service.ports.transparency import TreeHead
from croupier.service.replay import OneJudge, Report, Sealed, replay
from croupier.service.transparency.hashing import leaf_hash, tree_root


def head_of(casino: Casino, size: int) -> TreeHead:
    """The head of the tree of the first `size` entries, as they stand."""
    return TreeHead(size, tree_root([leaf_hash(entry.record) for entry in stored(casino)[:size]]))


async def held_to(casino: Casino, signed: TreeHead | None) -> Report:
    judge = OneJudge(Sealed(casino.secrets), CODE)
    return await replay(casino.store, LOG, judge, go_on=True, signed=signed)


async def test_a_log_has_the_tree_that_was_signed_at_any_size() -> None:
    casino = await short_story()
    for size in range(len(stored(casino)) + 1):
        report = await held_to(casino, head_of(casino, size))
        assert (report.findings, report.signed) == ((), size)


async def test_where_nothing_was_signed_nothing_is_said_of_it() -> None:
    report = await held_to(await short_story(), None)
    assert (report.findings, report.signed) == ((), 0)


@pytest.mark.parametrize("field", [b"id", b"at", b"code"])
async def test_a_byte_that_no_rule_looks_at_is_found_in_a_streams_last_record(field: bytes) -> None:
    casino = await short_story()
    entries, size = stored(casino), len(stored(casino))
    head = head_of(casino, size)
    before = entries[-1].record
    # The last digit before the value's end, which stays one of the format's.
    rewrite(size - 1, rb'("%b":"[^"]*)[0-8](?=[^0-9"]*")' % field, rb"\g<1>9")(entries)
    assert len(entries[-1].record) == len(before)
    assert codes(await held_to(casino, None)) == []
    report = await held_to(casino, head)
    assert codes(report) == ["root-differs"]
    assert (report.findings[0].position, report.signed) == (size - 1, 0)


async def test_what_was_appended_after_the_signing_is_not_held_to_it() -> None:
    casino = await short_story()
    size = len(stored(casino))
    head = head_of(casino, size - 2)
    rewrite(size - 1, rb'("id":"[^"]*)[0-8](?=[^0-9"]*")', rb"\g<1>9")(stored(casino))
    report = await held_to(casino, head)
    assert (report.findings, report.signed) == ((), size - 2)


async def test_a_tail_that_was_cut_off_with_the_logs_head_is_missed() -> None:
    casino = await short_story()
    size = len(stored(casino))
    head = head_of(casino, size)
    del stored(casino)[-1]
    report = await held_to(casino, head)
    assert codes(report)[-1] == "log-truncated"
    assert f"a tree of {size} entries was signed, and there are {size - 1}" in report.findings[-1].detail
