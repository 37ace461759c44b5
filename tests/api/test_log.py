"""The log over HTTP: what is served where, to whom, how it may be kept, and every wrong way to ask."""

import asyncio
from base64 import b64decode
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, new_operator
from tests.api.logs import grow, publish

from croupier.adapters.ed25519 import Ed25519Checker
from croupier.service.roles import KeyRole
from croupier.service.transparency.checkpoints import Checkpoint, parse_checkpoint
from croupier.service.transparency.hashing import leaf_hash, split_hashes, tree_root
from croupier.service.transparency.notes import parse_note, parse_verifier_key
from croupier.service.transparency.proofs import proves_consistency, proves_inclusion
from croupier.service.transparency.tiles import split_bundle
from croupier.service.transparency.tlogproof import parse_proof

SIZE = 300
FOR_GOOD = "private, max-age=31536000, immutable"


@pytest.fixture(scope="module")
async def house(served: Served) -> Operator:
    """An operator whose log has a full tile and a partial one. Tests share it, and only read."""
    operator = await new_operator(served)
    await grow(operator, SIZE)
    return operator


def at(operator: Operator, path: str) -> str:
    return f"/v1/log/{operator.name}/{path}"


async def checkpoint_of(operator: Operator) -> Checkpoint:
    answer = await operator.caller.get(at(operator, "checkpoint"))
    return parse_checkpoint(parse_note(answer.content).text)


async def records_of(operator: Operator) -> list[bytes]:
    return [entry.record async for entry in operator.parts.store.read_log(operator.name)]


async def test_anybody_reads_the_checkpoint_and_the_keys_that_verify_it(
    house: Operator, anybody: Caller
) -> None:
    answer = await anybody.get(at(house, "checkpoint"))
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    note = parse_note(answer.content)
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size) == (f"croupier.local/{house.name}", SIZE)
    keys = (await anybody.get(at(house, "key"))).text.splitlines()
    for line, signature in zip(keys, note.signatures, strict=True):
        key = parse_verifier_key(line)
        assert (key.name, key.key_id) == (signature.name, signature.key_id)
        assert Ed25519Checker().valid(key.public, note.text.encode(), signature.signature)


async def test_tiles_and_entries_are_those_of_the_checkpoint(house: Operator) -> None:
    records = await records_of(house)
    leaves = [leaf_hash(record) for record in records]
    wanted = {
        "tile/0/000": b"".join(leaves[:256]),
        "tile/0/001.p/44": b"".join(leaves[256:]),
        "tile/1/000.p/1": tree_root(leaves[:256]),
    }
    for path, content in wanted.items():
        answer = await house.caller.get(at(house, path))
        assert answer.content == content
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["cache-control"] == FOR_GOOD
        assert answer.headers["vary"] == "authorization"
    bundles = [
        (await house.caller.get(at(house, f"tile/entries/{name}"))).content for name in ("000", "001.p/44")
    ]
    assert [record for bundle in bundles for record in split_bundle(bundle)] == records
    assert (await checkpoint_of(house)).root == tree_root(leaves)


async def test_a_partial_tile_of_an_earlier_checkpoint_stays(served: Served) -> None:
    operator = await new_operator(served)
    await grow(operator, 20)
    early = await operator.caller.get(at(operator, "tile/0/000.p/20"))
    entries = await operator.caller.get(at(operator, "tile/entries/000.p/20"))
    await grow(operator, 40)
    assert (await operator.caller.get(at(operator, "tile/0/000.p/20"))).content == early.content
    assert (await operator.caller.get(at(operator, "tile/entries/000.p/20"))).content == entries.content
    later = (await operator.caller.get(at(operator, "tile/0/000.p/40"))).content
    assert split_hashes(later)[:20] == split_hashes(early.content)


async def test_every_entry_has_a_proof_file(house: Operator) -> None:
    records = await records_of(house)
    checkpoint = await checkpoint_of(house)
    for position in (0, 1, 255, 256, SIZE - 1):
        answer = await house.caller.get(at(house, f"proof/{position}"))
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["cache-control"] == "no-store"
        proof = parse_proof(answer.content)
        assert parse_checkpoint(parse_note(proof.note).text) == checkpoint
        leaf = leaf_hash(records[position])
        assert proof.index == position
        assert proves_inclusion(leaf, position, SIZE, proof.hashes, checkpoint.root)


async def test_growth_is_proven_between_any_two_sizes(house: Operator) -> None:
    leaves = [leaf_hash(record) for record in await records_of(house)]
    for old, new in ((0, SIZE), (1, 2), (255, 257), (256, SIZE), (SIZE, SIZE), (0, 0)):
        query: Any = {"from": old, "to": new}
        told = (await house.caller.get(at(house, "consistency"), **query)).json()
        roots = [b64decode(told[name]["root"]) for name in ("from", "to")]
        assert [told[name]["size"] for name in ("from", "to")] == [old, new]
        assert roots == [tree_root(leaves[:old]), tree_root(leaves[:new])]
        hashes = [b64decode(line) for line in told["hashes"]]
        assert proves_consistency(old, roots[0], new, roots[1], hashes)
    whole = (await house.caller.get(at(house, "consistency"))).json()
    assert (whole["from"]["size"], whole["to"]["size"]) == (0, SIZE)


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"from": 5, "to": 4}, "from"),
        ({"from": SIZE + 1}, "from"),
        ({"from": -1}, "from"),
        ({"to": "x"}, "to"),
        ({"to": 2**53}, "to"),
    ],
)
async def test_sizes_that_make_no_sense_are_invalid(house: Operator, query: Any, parameter: str) -> None:
    answer = await house.caller.get(at(house, "consistency"), **query)
    assert code_of(answer, 400) == "invalid-parameter"
    assert answer.json()["errors"][0]["parameter"] == parameter


async def test_the_keys_of_an_operators_logs_are_told_before_their_first_checkpoint(
    served: Served, anybody: Caller
) -> None:
    operator = await new_operator(served)
    for log in (operator.name, f"{operator.name}.test"):
        answer = await anybody.get(f"/v1/log/{log}/key")
        assert [parse_verifier_key(line).name for line in answer.text.splitlines()] == [
            f"croupier.local/{log}"
        ]


async def test_a_log_that_has_published_nothing_is_told_from_one_that_is_not_there(
    served: Served, anybody: Caller
) -> None:
    operator = await new_operator(served)
    for log, path, said in (
        (operator.name, "checkpoint", "the log has published no checkpoint yet"),
        (f"{operator.name}.test", "checkpoint", "the log has published no checkpoint yet"),
        ("nope", "checkpoint", "there is no such log"),
        ("nope", "key", "there is no such log"),
    ):
        answer = await anybody.get(f"/v1/log/{log}/{path}")
        assert code_of(answer, 404) == "not-found"
        assert answer.json()["detail"] == said


async def test_what_is_not_published_yet_is_not_found(served: Served) -> None:
    operator = await new_operator(served)
    await operator.table()
    for path in ("checkpoint", "tile/0/000.p/1", "tile/entries/000.p/1", "proof/0", "consistency"):
        assert code_of(await operator.caller.get(at(operator, path)), 404) == "not-found"
    await publish(operator)
    await operator.table()
    assert (await operator.caller.get(at(operator, "proof/0"))).is_success
    for path in ("tile/0/000.p/2", "tile/entries/000.p/2", "proof/1"):
        assert code_of(await operator.caller.get(at(operator, path)), 404) == "not-found"
    answer = await operator.caller.get(at(operator, "consistency"), to=2)
    assert code_of(answer, 404) == "not-found"


BEYOND = ("tile/0/001", "tile/0/001.p/45", "tile/0/002", "tile/0/002.p/1", "tile/1/000", "tile/1/000.p/2")
STRANGE = (
    "tile/0/x001/2",
    "tile/0/x1/002",
    "tile/0/x000/000",
    "tile/0/1",
    "tile/0/0001",
    "tile/00/000",
    "tile/+0/000",
    "tile/-1/000",
    "tile/64/000",
    "tile/0/000.p/0",
    "tile/0/000.p/00",
    "tile/0/000.p/01",
    "tile/0/000.p/256",
    "tile/0/000.p/999",
    "tile/0/000.p/",
    "tile/0/000.p",
    "tile/0/000/",
    "tile/0//000",
    "tile//0/000",
    "tile/0/000%00",
    "tile/0/000%0a",
    "tile/0/000%20",
    "tile/0/%D9%A0%D9%A0%D9%A0",
    "tile/0/..%2f000",
    "tile/0/../0/000",
    "tile/0/%2e%2e/0/000",
    "tile/8/0/000",
    "tile/data/000",
    "tile/entries/000.p/256",
    "tile/Entries/000",
    f"tile/0/{'x999/' * 6}999",
    f"tile/0/{'x999/' * 400}999",
    f"tile/{'9' * 400}/000",
    "tile/0",
    "tile/",
    "tile",
)
POSITIONS = (
    str(SIZE),
    "-1",
    "01",
    "+1",
    "1.0",
    "1e2",
    "%201",
    "x",
    "",
    "9" * 19,
    "9" * 4000,
    "%D9%A1",
    "%00",
)


@pytest.mark.parametrize("path", [*BEYOND, *STRANGE, *(f"proof/{position}" for position in POSITIONS)])
async def test_what_is_not_there_or_no_path_is_not_found(house: Operator, path: str) -> None:
    """Sent as it stands: an HTTP client would tidy some of them up."""
    status, body = await raw_get(house, at(house, path))
    assert status == 404, body
    assert b'"code":"no' in body


async def test_an_escaped_slash_is_a_slash(house: Operator) -> None:
    status, _ = await raw_get(house, at(house, "tile%2f0%2f000"))
    assert status == 200


async def test_names_that_no_log_has_are_not_found(anybody: Caller) -> None:
    for name in ("nobody", "x" * 41, "%00", "%0a", "A", "..", "a%2fb", "é"):
        for path in ("checkpoint", "key"):
            answer = await anybody.get(f"/v1/log/{name}/{path}")
            assert answer.status_code == 404, name


async def test_the_log_is_for_the_house_its_auditors_and_regulators(house: Operator) -> None:
    paths = ("tile/0/000", "tile/entries/000", "proof/0", "consistency")
    roles: tuple[KeyRole, ...] = ("auditor", "regulator")
    for role in roles:
        holder = await house.holder(role, f"{role}-1")
        for path in paths:
            assert (await holder.get(at(house, path))).is_success
    player = await house.player(money=0)
    for path in paths:
        assert code_of(await player.caller.get(at(house, path)), 403) == "forbidden"
        assert (await player.caller.get(at(house, "checkpoint"))).is_success


async def test_another_operators_log_is_not_found(
    house: Operator, foreign: Operator, anybody: Caller
) -> None:
    for path in ("tile/0/000", "tile/entries/000", "proof/0", "consistency"):
        assert code_of(await foreign.caller.get(at(house, path)), 404) == "not-found"
        assert code_of(await anybody.get(at(house, path)), 401) == "unauthenticated"
    assert (await foreign.caller.get(at(house, "checkpoint"))).is_success


async def raw_get(operator: Operator, path: str) -> tuple[int, bytes]:
    """Status and body of a GET whose path goes over the wire byte by byte."""
    place = urlsplit(operator.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {operator.caller.bearer}\r\n"
    )
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    status, _, rest = answer.partition(b"\r\n")
    return int(status.split()[1]), rest.partition(b"\r\n\r\n")[2]
