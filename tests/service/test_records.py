"""A record's bytes, to the last; and its time: six decimals and `Z`, and nothing else is one."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.domain.decider import Actor
from croupier.domain.wallet.commands import Deposit
from croupier.service.records import (
    NO_RECORD,
    AnyRecord,
    Record,
    decode_record,
    encode_record,
    moment,
    timestamp,
)

RECORD = (
    b'{"stream":"wallet-ann","revision":1,"prev":"%b","id":"x","at":"2026-01-01T10:00:00.123456Z",'
    b'"actor":%%b,"code":"1","rules":null,"command":{"type":"deposit","amount":5},"events":[]}'
) % (b"0" * 64)


@pytest.mark.parametrize(
    ("actor", "written"),
    [
        (Actor("operator", "house"), b'{"role":"operator","id":"house"}'),
        (Actor("player", "ann"), b'{"role":"player","id":"ann"}'),
        (Actor("clock", "clock"), b'{"role":"clock","id":"clock"}'),
        (Actor("player", "ann", "desk-4"), b'{"role":"player","id":"ann","by":"desk-4"}'),
    ],
)
def test_a_record_names_who_acted_for_a_player_and_is_as_ever_where_nobody_did(
    actor: Actor, written: bytes
) -> None:
    at = "2026-01-01T10:00:00.123456Z"
    record: AnyRecord = Record("wallet-ann", 1, NO_RECORD, "x", at, actor, "1", None, Deposit(5), ())
    assert encode_record(record) == RECORD % written
    assert decode_record("wallet-ann", RECORD % written) == record


def test_a_record_that_says_that_nobody_acted_is_read_and_not_written_so() -> None:
    said = RECORD % b'{"role":"player","id":"ann","by":null}'
    assert encode_record(decode_record("wallet-ann", said)) != said


LIKE_A_TIME = r"\d{4}-\d{2}-\d{2}[T ]\d{2}:[0-6]\d:[0-6]\d(\.\d{3,6})?(Z|\+00:00)?"


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_that_is_written_is_read_as_it_was(at: datetime) -> None:
    assert moment(timestamp(at)) == at


@given(st.from_regex(LIKE_A_TIME, fullmatch=True))
def test_whatever_is_read_would_be_written_in_the_same_characters(text: str) -> None:
    try:
        at = moment(text)
    except ValueError:
        return
    assert timestamp(at) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-01",
        "2026-01-01T10:00:00Z",
        "2026-01-01T10:00:00.123Z",
        "2026-01-01T10:00:00.123456",
        "2026-01-01T10:00:00.123456+00:00",
        "2026-01-01T12:00:00.123456+02:00",
        "2026-01-01 10:00:00.123456Z",
        "2026-W01-4T10:00:00.123456Z",
        "2026-01-01T24:00:00.000000Z",
        "2026-13-01T10:00:00.123456Z",
        "2026-02-29T10:00:00.123456Z",
        "0000-01-01T10:00:00.123456Z",
        "\uff12\uff10\uff12\uff16-01-01T10:00:00.123456Z",
        "2026-01-01T10:00:00.123456Z\n",
    ],
)
def test_a_time_in_any_other_form_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        moment(text)
