"""Service and witness together: what it publishes carries a cosignature, and no fork of it ever does."""

from pathlib import Path

import msgspec
from tests.adapters.test_witness import KEY, add, witnessing
from tests.api.calling import Caller, Operator
from tests.api.conftest import Served, new_operator, serving
from tests.support.logs import MemoryLog

from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.adapters.keyfiles import log_keys
from croupier.adapters.settings import Settings
from croupier.service.transparency.checkpoints import parse_checkpoint
from croupier.service.transparency.cosignatures import is_cosigned
from croupier.service.transparency.notes import Note, parse_note, write_note
from croupier.service.transparency.submissions import write_submission


async def test_a_published_checkpoint_is_cosigned_and_a_fork_is_not(
    served: Served, settings: Settings, anybody: Caller, tmp_path: Path
) -> None:
    operator = await new_operator(served)
    await operator.table()
    (key,) = served.parts.services.transparency.verifier_keys(operator.name)
    async with witnessing(tmp_path, key) as client:
        witnessed = msgspec.structs.replace(settings, witnesses=f"{KEY.key.text}@{client.base_url}")
        for size in (1, 2, 3):
            note = await _published(witnessed, anybody, operator)
            assert parse_checkpoint(note.text).size == size
            log, witness = note.signatures
            assert log.key_id == key.key_id
            assert is_cosigned(note.text, witness, KEY.key, Ed25519Checker())
            kept = await client.get(f"/checkpoint/{key.name}")
            assert parse_note(kept.content) == note
            await operator.table()
        for size, status in ((3, 409), (4, 422)):
            answer = await add(client, await _forged(settings, key.name, size))
            assert answer.status_code == status
            assert "—" not in answer.text


async def test_a_witness_that_is_away_keeps_nothing_from_being_published(
    served: Served, settings: Settings, anybody: Caller, tmp_path: Path
) -> None:
    operator = await new_operator(served)
    await operator.table()
    (key,) = served.parts.services.transparency.verifier_keys(operator.name)
    async with witnessing(tmp_path, key) as client:
        witnessed = msgspec.structs.replace(settings, witnesses=f"{KEY.key.text}@{client.base_url}")
    note = await _published(witnessed, anybody, operator)
    assert [signature.key_id for signature in note.signatures] == [key.key_id]


async def _published(settings: Settings, anybody: Caller, operator: Operator) -> Note:
    """The log's checkpoint after a process with these settings has published and stopped."""
    async with serving(settings) as process:
        await process.parts.publisher.publish()
        await process.parts.publisher.close()
    answer = await anybody.get(f"/v1/log/{operator.name}/checkpoint")
    return parse_note(answer.content)


async def _forged(settings: Settings, origin: str, size: int) -> bytes:
    """A submission from size 3 on of another tree, signed by an insider who has the log's own key."""
    fork = MemoryLog("forged", origin=origin)
    text = fork.text(size)
    note = write_note(Note(text, Ed25519Signer(log_keys(settings)).sign(origin, text)))
    return write_submission(3, await fork.proof(3, size), note)
