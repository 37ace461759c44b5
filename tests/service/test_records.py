"""The time of a record: six decimals and `Z`, and nothing else is one."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.service.records import moment, timestamp

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
