"""The wiring of the transparency log: who reads it, who publishes it, who is asked to witness it."""

from collections.abc import Sequence
from contextlib import AsyncExitStack

from croupier.adapters.bootstrap.ground import Ground
from croupier.adapters.bootstrap.troubles import shout, trouble
from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.adapters.keyfiles import log_keys, signed_folder
from croupier.adapters.postgres.checkpoints import PostgresCheckpoints
from croupier.adapters.postgres.tree import PostgresTrees
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.settings import Settings
from croupier.adapters.signedfiles import SignedFiles
from croupier.adapters.witnesses import HttpWitnesses, configured_witnesses
from croupier.service.transparency.cosigning import Cosigning
from croupier.service.transparency.patrol import Patrol
from croupier.service.transparency.publisher import Publisher
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.signing import Signing
from croupier.service.transparency.sound import SoundCheckpoints


def publishing(on: Ground, stack: AsyncExitStack) -> tuple[Transparency, Publisher]:
    """What reads the logs as published, and what publishes them."""
    trees, checkpoints = PostgresTrees(on.fetcher), PostgresCheckpoints(on.fetcher)
    settings, signer = on.settings, Ed25519Signer(log_keys(on.settings))
    sound = SoundCheckpoints(checkpoints, signer, Ed25519Checker(), settings.name, trouble)
    transparency = Transparency(trees, sound, signer, settings.name)
    signing = Signing(trees, sound, SignedFiles(signed_folder(settings)), signer, settings.name)
    cosigning = None
    if settings.witnesses:
        witnesses = _witnesses(settings, transparency)
        stack.push_async_callback(witnesses.close)
        cosigning = Cosigning(trees, checkpoints, witnesses, settings.name, trouble)
    lease = RedisLease(on.client, "publisher", seconds=3.0)
    return transparency, Publisher(on.store, signing, Patrol(trees), lease, cosigning, trouble, shout)


def _witnesses(settings: Settings, transparency: Transparency) -> HttpWitnesses:
    async def prove(origin: str, old: int, new: int) -> Sequence[bytes]:
        return await transparency.consistency(origin.removeprefix(f"{settings.name}/"), old, new)

    return HttpWitnesses(configured_witnesses(settings), prove, Ed25519Checker(), trouble)
