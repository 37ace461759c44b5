"""What an operator keeps about the person behind a player, and how it is forgotten.

The log knows players by random ids alone. What is kept about a person lies beside it, encrypted under a key
of that player's own, which lies sealed by the installation's key. Destroying that one key erases him, also
from where copies of the encrypted document may be, and the log is none the worse: it never had any of it.
"""

from typing import Final

from msgspec import Raw, Struct

from croupier.domain.ids import wallet_of
from croupier.service.errors import NotFound, PlayerForgotten
from croupier.service.ports import Cipher, Clock, Entropy, KeptPerson, PersonStore, Secrets
from croupier.service.records import timestamp
from croupier.service.streams import Streams, existing

MOST_BYTES: Final = 16 * 1024
"""Bytes of JSON that are kept about a person at the most."""

_KEY_BYTES: Final = 32


class PersonReading(Struct, frozen=True):
    """What is kept about the person behind a player, since when."""

    player: str
    person: Raw
    kept_at: str


class Forgotten(Struct, frozen=True):
    """Since when a player is forgotten: nothing is kept about him, nor ever will be under this id."""

    player: str
    forgotten_at: str


class Persons:
    """The use case of keeping, reading and forgetting."""

    def __init__(
        self,
        store: PersonStore,
        secrets: Secrets,
        cipher: Cipher,
        streams: Streams,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        """Keep by `store`; players' keys are sealed by `secrets`, documents encrypted by `cipher`."""
        self._store = store
        self._secrets = secrets
        self._cipher = cipher
        self._streams = streams
        self._clock = clock
        self._entropy = entropy

    async def keep(self, log: str, player: str, person: bytes) -> PersonReading:
        """Keep a JSON object about the player, in the place of what was kept before.

        Raises `NotFound`, `PlayerForgotten`, `SealBroken`, `StoreUnavailable`.
        """
        await self._require(log, player)
        found = await self._store.find(log, player) or await self._with_key(log, player)
        key = _in_force(player, found)
        cipher = self._cipher(self._secrets.unseal(key, _context("key", log, player)))
        document = cipher.seal(person, _context("document", log, player))
        at = self._clock.now()
        if not await self._store.keep(log, player, key, document, at):
            raise PlayerForgotten(f"the player {player} was forgotten just now")
        return PersonReading(player, Raw(person), timestamp(at))

    async def _with_key(self, log: str, player: str) -> KeptPerson:
        """The player with his key, which may have been made by another process at the same time."""
        key = self._entropy.seed()[:_KEY_BYTES]
        sealed = self._secrets.seal(key, _context("key", log, player))
        await self._store.add_key(log, player, sealed, self._clock.now())
        found = await self._store.find(log, player)
        assert found
        return found

    async def read(self, log: str, player: str) -> PersonReading:
        """What is kept about the player. Raises as `keep` does."""
        found = await self._store.find(log, player)
        if found is None:
            raise NotFound("nothing is kept about the player")
        key = self._secrets.unseal(_in_force(player, found), _context("key", log, player))
        if found.document is None or found.kept_at is None:
            raise NotFound("nothing is kept about the player")
        person = self._cipher(key).unseal(found.document, _context("document", log, player))
        return PersonReading(player, Raw(person), timestamp(found.kept_at))

    async def forget(self, log: str, player: str) -> Forgotten:
        """Forget the player for good; again is the same as once. Raises `NotFound`, `StoreUnavailable`."""
        await self._require(log, player)
        at = await self._store.forget(log, player, self._clock.now())
        return Forgotten(player, timestamp(at))

    async def _require(self, log: str, player: str) -> None:
        existing(await self._streams.load(log, wallet_of(player)), "player")


def _in_force(player: str, found: KeptPerson) -> bytes:
    if found.key is None:
        assert found.forgotten_at
        raise PlayerForgotten(f"the player {player} was forgotten at {timestamp(found.forgotten_at)}")
    return found.key


def _context(what: str, log: str, player: str) -> bytes:
    """Binds what is encrypted to its place: moved to another player's it does not open."""
    return "\0".join(("person", what, log, player)).encode()
