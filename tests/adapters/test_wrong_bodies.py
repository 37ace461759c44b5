"""What is told of a wrong body: for people, all of it, and nothing of the tools that found it."""

import re
import tracemalloc
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct, inspect
from msgspec.json import Decoder

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.command_routes import ROUTES
from croupier.adapters.http.openapi.examples import exchanges
from croupier.adapters.http.openapi.routes import commands, ordinary
from croupier.adapters.http.problems.complaints import in_words
from croupier.adapters.http.problems.faults import InvalidBody, MalformedJson
from croupier.adapters.http.problems.patterns import OF_NO_NAME
from croupier.adapters.http.problems.wrong_bodies import (
    MOST_FAULTS,
    MOST_LOOKED_AT,
    fields_of,
    invalid_body,
    refuse_repeats,
)
from croupier.adapters.http.requests.bodies import decode
from croupier.adapters.http.routes.table_bodies import BODIES, read_opening

OF_TOOLS = re.compile(
    r"`|regex|Expected|\bint\b|\bstr\b|\bfloat\b|array|\\x|\[\^|\(\?|Struct|msgspec|Error|got "
)
WRONG = ["", "\x00", "x" * 5_000, "Tally", -1, 0, 1.5, 10**30, True, None, [], [None] * 2_000, {}, {"x": 1}]


def _bodies() -> list[Any]:
    """Every type of a body that some route takes."""
    asked = [route.operation.body for route in ordinary(ordinary_routes())]
    several = [body if isinstance(body, tuple) else (body,) for body in asked if body is not None]
    taken = (*(route.command for route in ROUTES.values()), *(kind for kinds in several for kind in kinds))
    return list(dict.fromkeys(taken))


def _places(kind: inspect.Type, steps: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The ways to all fields of the type, those of objects within it too."""
    for part in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(part, inspect.StructType):
            for field in part.fields:
                yield (*steps, field.encode_name)
                yield from _places(field.type, (*steps, field.encode_name))


def _holding(value: Any, steps: tuple[str, ...]) -> Any:
    for step in reversed(steps):
        value = {step: value}
    return value


def _told(decoder: Decoder[Any], body: Any) -> InvalidBody:
    with pytest.raises(InvalidBody) as refused:
        decode(decoder, body if isinstance(body, bytes) else msgspec.json.encode(body))
    return refused.value


@pytest.mark.parametrize("kind", _bodies(), ids=lambda kind: kind.__name__)
def test_what_is_said_of_any_body_is_for_people(kind: Any) -> None:
    decoder = Decoder(kind)
    places = [*_places(inspect.type_info(kind))]
    bodies = [_holding(wrong, steps) for steps in places for wrong in WRONG]
    for body in [*bodies, {"unknown field": 1}, [], "text", 7, None]:
        try:
            decode(decoder, msgspec.json.encode(body))
        except InvalidBody as refused:
            said = [str(refused), *(error.detail for error in refused.errors)]
            assert not [text for text in said if OF_TOOLS.search(text)], body
            assert not [text for text in said if in_words("") in text or OF_NO_NAME in text], body
            assert refused.errors


def _recorded() -> Iterator[tuple[Any, dict[str, Any]]]:
    """Bodies that were recorded, each with its type."""
    for route in (*ordinary(ordinary_routes()), *commands()):
        kinds = route.operation.body if isinstance(route.operation.body, tuple) else (route.operation.body,)
        for name, exchange in exchanges(route.operation.id).items():
            if exchange.body is not None:
                yield next(kind for kind in kinds if len(kinds) == 1 or BODIES[name] is kind), exchange.body


def test_null_is_as_good_as_left_out_in_every_body() -> None:
    tried = set()
    for kind, body in _recorded():
        decoder = Decoder(kind)
        left_out = [name for name in fields_of(decoder, required=False) if name not in body]
        for name in left_out:
            assert decode(decoder, msgspec.json.encode({name: None, **body})) == decode(
                decoder, msgspec.json.encode(body)
            )
            tried.add((kind.__name__, name))
    assert {("OpenBaccaratTable", "times"), ("TokenRequest", "table"), ("DisputeRequest", "seat")} <= tried


def test_beside_nulls_all_else_is_looked_at_as_ever() -> None:
    assert decode(STAKE, b'{"on":"a","more":null,"note":null,"stake":9}') == Stake("a", 9)
    refused = _told(STAKE, b'{"more":null,"stake":0,"other":null}')
    assert [(error.pointer, error.detail) for error in refused.errors] == [
        ("/stake", "has to be at least 1"),
        ("/other", "is no field here"),
        ("/on", "is missing"),
    ]
    assert str(_told(STAKE, b'{"on":null,"stake":1}')) == "/on has to be a text, not null"
    assert str(_told(STAKE, b'{"on":"a","stake":1,"more":null,"more":null}')) == "/more is given twice"


class Stake(Struct, forbid_unknown_fields=True):
    """For trying."""

    on: Annotated[str, Meta(pattern="^[a-z]+$")]
    stake: Annotated[int, Meta(ge=1, le=9)]
    note: str | None = None
    more: dict[str, Any] = {}


STAKE = Decoder(Stake)


def test_all_that_is_wrong_is_told_at_once() -> None:
    refused = _told(STAKE, {"on": 7, "note": 1, "other": 2})
    assert [(error.pointer, error.detail) for error in refused.errors] == [
        ("/on", "has to be a text, not a whole number"),
        ("/note", "has to be a text or null, not a whole number"),
        ("/other", "is no field here"),
        ("/stake", "is missing"),
    ]
    assert str(refused) == "4 fields of the body are wrong"


def test_one_fault_is_a_sentence() -> None:
    assert str(_told(STAKE, {"on": "tie", "stake": 0})) == "/stake has to be at least 1"
    assert str(_told(STAKE, [])) == "the body has to be an object, not a list"


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    assert len(_told(STAKE, {f"field{number}": 1 for number in range(5_000)}).errors) == MOST_FAULTS


class Lenient(Struct):
    """For trying: what it does not know it passes over."""

    stake: int


class Counting:
    """A decoder that counts how often it reads."""

    def __init__(self, kind: Any) -> None:
        self._decoder: Decoder[Any] = Decoder(kind)
        self.type = kind
        self.readings = 0

    def decode(self, body: bytes) -> Any:
        self.readings += 1
        return self._decoder.decode(body)


@pytest.mark.parametrize(("kind", "most"), [(Stake, MOST_FAULTS), (Lenient, MOST_LOOKED_AT)])
def test_no_more_of_a_wrong_body_is_read_again_than_is_told(kind: Any, most: int) -> None:
    counting: Any = Counting(kind)
    body = msgspec.json.encode({f"f{number}": 1 for number in range(7_600)} | {"stake": "x"})
    with pytest.raises(msgspec.ValidationError) as refused:
        counting.decode(body)
    told = invalid_body(counting, body, refused.value)
    assert told.errors
    assert counting.readings <= 1 + most


def test_depth_and_breadth_of_a_body_do_not_multiply() -> None:
    depth = 350
    inner = b"[" * depth + b"0," * 30_000 + b"0" + b"]" * depth
    body = b'{"on":"a","stake":1,"more":{"x":%b}}' % inner
    tracemalloc.start()
    try:
        assert decode(STAKE, body).stake == 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 16 * 1024 * 1024, f"{most} bytes for a body of {len(body)}"


def test_a_place_far_within_is_told_in_few_characters() -> None:
    name = b'"%b"' % (b"n" * 30_000)
    deep = b'{"more":' * 300 + b'{"x":1,"x":2}' + b"}" * 300
    for more in (b"{%b:1,%b:2}" % (name, name), deep):
        refused = _told(STAKE, b'{"on":"a","stake":1,"more":%b}' % more)
        assert len(str(refused)) + len(str(refused.errors[0].pointer)) < 1_100
        assert refused.errors[0].detail == "is given twice"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"on":"a","stake":1,"stake":2}', "/stake"),
        (b'{"on":"a","stake":1,"stak\\u0065":2}', "/stake"),
        (b'{"on":"a","on":"b","stake":1,"note":"a:b"}', "/on"),
        (b'{"on":"a","stake":1,"more":{"x":1,"x":1}}', "/more/x"),
        (b'{"on":"a","stake":1,"more":{"a/b":[0,{"":1,"":2}]}}', "/more/a~1b/1/"),
    ],
)
def test_a_name_given_twice_is_refused_wherever_it_is(body: bytes, pointer: str) -> None:
    refused = _told(STAKE, body)
    assert [(error.pointer, error.detail) for error in refused.errors] == [(pointer, "is given twice")]


@pytest.mark.parametrize(
    "body",
    [
        b'{"on":"a","stake":1}',
        b'{"on":"a","stake":1,"note":"one: two: three"}',
        b'{"on":"a","stake":1,"more":{"x":{"x":1},"y":[{"x":1},{"x":2}]}}',
        b'{"on":"a","stake":1,"more":{"n":' + b"9" * 4_000 + b"}}",
    ],
)
def test_names_that_are_the_same_in_different_objects_are_good(body: bytes) -> None:
    assert decode(STAKE, body).stake == 1


def test_the_body_that_opens_a_table_is_searched_for_repeats_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[bytes] = []

    def search(body: bytes) -> None:
        searched.append(body)
        refuse_repeats(body)

    monkeypatch.setattr("croupier.adapters.http.requests.bodies.refuse_repeats", search)
    body = b'{"game":"baccarat","limits":{"min":1,"max":9}}'
    assert read_opening(body)[0] == "baccarat"
    assert searched == [body]
    with pytest.raises(InvalidBody, match="/game is given twice"):
        read_opening(b'{"game":"baccarat","game":"baccarat","limits":{"min":1,"max":9}}')
    with pytest.raises(InvalidBody, match="/game"):
        read_opening(b'{"game":"fan-tan","game":"baccarat","limits":{"min":1,"max":9}}')
    for wrong, said in ((b"", "/game is missing"), (b'{"game":"whist"}', "/game")):
        with pytest.raises(InvalidBody, match=said):
            read_opening(wrong)
    with pytest.raises(MalformedJson):
        read_opening(b"{")


@pytest.mark.parametrize("value", [b"1.0", b"1e0", b"1E2", b"-0.0", b"true", b'"1"', b"null", b"[1]"])
def test_a_whole_number_is_written_as_one(value: bytes) -> None:
    assert _told(STAKE, b'{"on":"a","stake":%b}' % value).errors[0].pointer == "/stake"


@pytest.mark.parametrize("value", [b"-0", b"0", b"10", b"1e400", b"9" * 30, b"-" + b"9" * 30, b"9" * 6_000])
def test_a_number_out_of_its_bounds_is_told_as_one(value: bytes) -> None:
    assert _told(STAKE, b'{"on":"a","stake":%b}' % value).errors[0].pointer == "/stake"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"NaN", "invalid character"),
        (b'{"on":"a","stake":NaN}', "invalid character"),
        (b'{"on":"a","stake":Infinity}', "invalid character"),
        (b'{"on":"a","stake":-Infinity}', "invalid"),
        (b'\xef\xbb\xbf{"on":"a","stake":1}', "invalid character"),
        (b'{"on":"a","stake":1}\x00', "trailing characters"),
        (b'{"on":"a","stake":1}{}', "trailing characters"),
        (b'{"on":"\x00","stake":1}', "invalid character"),
        (b'{"on":"\\ud800","stake":1}', "surrogate pair"),
        (b'{"on":"a","stake":1,"note":"\\ud800', "within an escape"),
        (b'{"on":"\xff","stake":1}', "not JSON in UTF-8"),
        (b"\xff\xfe{\x00}\x00", "invalid character"),
        (b'{"on":"a","stake":01}', "invalid number"),
        (b'{"on":"a","stake":1,}', "trailing comma"),
        (b"{'on':'a'}", "object keys must be strings"),
        (b'{"on":"a"', "ends too soon"),
        (b'{"on":"a","stake":1,"more":{"x":' + b"[" * 5_000 + b"]" * 5_000 + b"}}", "nested too deeply"),
    ],
)
def test_what_is_no_json_is_told_as_that(body: bytes, said: str) -> None:
    with pytest.raises(MalformedJson, match=said):
        decode(STAKE, body)
