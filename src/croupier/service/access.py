"""Who calls: by keys to operators' logs, and by the tokens minted for players and spectators."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.service.apikeys import Environment, is_meant_as_key, parse_api_key
from croupier.service.callers import Caller
from croupier.service.environments import log_of
from croupier.service.errors import Unauthenticated
from croupier.service.ids import random_id
from croupier.service.ports import Clock, Entropy, Grant, Keys, KeyUses, TokenRole, Tokens
from croupier.service.records import timestamp
from croupier.service.remembering import Remembered

KEY_TRUSTED: Final = timedelta(seconds=5)
"""For so long a key once found valid is not looked up again: a revoked one works no longer than this."""

TOKEN_TTL: Final = timedelta(hours=1)
LONGEST_TTL: Final = timedelta(hours=24)

_REMEMBERED: Final = 50_000


class PlayerToken(Struct, frozen=True):
    """A token to hand to a player: whoever holds it acts as he until it expires."""

    token: str
    player: str
    table: str | None
    expires_at: str


class SpectatorToken(Struct, frozen=True):
    """A token to hand to a spectator: whoever holds it sees what everybody at the tables sees."""

    token: str
    spectator: str
    table: str | None
    expires_at: str


class Access:
    """Finds out who calls, by what he shows, and mints tokens."""

    def __init__(
        self, keys: Keys, tokens: Tokens, clock: Clock, entropy: Entropy, uses: KeyUses | None = None
    ) -> None:
        """Find keys by `keys`, write and read tokens by `tokens`; `uses` remembers when keys were used."""
        self._keys = keys
        self._uses = uses
        self._tokens = tokens
        self._clock = clock
        self._entropy = entropy
        self._known = Remembered[bytes, tuple[Caller, datetime]](_REMEMBERED)

    async def caller(self, credential: str) -> Caller:
        """Who shows this key or token. Raises `Unauthenticated`, `StoreUnavailable`."""
        now, mark = self._clock.now(), _mark(credential)
        known = self._known.get(mark)
        if known is not None and now < known[1]:
            return known[0]
        return (await self._renewed(credential, mark, now))[0]

    async def trusted_until(self, credential: str) -> datetime:
        """When this key or token has to be looked up again: until then it is taken for valid here.

        It is looked up now where it is not trusted any more. Raises `Unauthenticated`, `StoreUnavailable`.
        """
        now, mark = self._clock.now(), _mark(credential)
        known = self._known.get(mark)
        if known is None or now >= known[1]:
            known = await self._renewed(credential, mark, now)
        return known[1]

    async def _renewed(self, credential: str, mark: bytes, now: datetime) -> tuple[Caller, datetime]:
        """Look it up and remember what was found."""
        try:
            found = await self._look_up(credential, now)
        except Unauthenticated:
            self._known.pop(mark, None)
            raise
        self._known.keep(mark, found)
        return found

    def is_a_guess(self, credential: str) -> bool:
        """Whether the store would have to be asked for a key that was not valid here before.

        Tokens never are: whether one is genuine shows in itself, as quickly as the refusal of it.
        """
        return is_meant_as_key(credential) and _mark(credential) not in self._known

    async def _look_up(self, credential: str, now: datetime) -> tuple[Caller, datetime]:
        if is_meant_as_key(credential):
            return await self._holder(credential, now)
        grant = self._tokens.read(credential, now)
        if grant is None:
            raise Unauthenticated("the token is not valid (any more)")
        environment: Environment = "test" if grant.test else "live"
        return Caller(grant.log, Actor(grant.role, grant.holder), environment, grant.table), grant.expires

    async def _holder(self, credential: str, now: datetime) -> tuple[Caller, datetime]:
        key = parse_api_key(credential)
        stored = await self._keys.find_key(key.key_id) if key else None
        if key is None or stored is None or not key.is_stored_as(stored.hash) or not stored.is_in_force(now):
            raise Unauthenticated("the key is not valid (any more)")
        if self._uses:
            self._uses.note(key.key_id, key.environment, now)
        log = log_of(stored.operator, key.environment)
        caller = Caller(log, Actor(stored.role, stored.holder), key.environment, key=key.key_id)
        trusted = now + KEY_TRUSTED
        return caller, min(trusted, stored.expires_at or trusted)

    def mint(self, caller: Caller, player: str, ttl: timedelta, table: str | None) -> PlayerToken:
        """A token for a player of the caller's log; that he exists is the caller's to see to."""
        token, expires = self._mint(caller, "player", player, ttl, table)
        return PlayerToken(token, player, table, expires)

    def mint_spectator(self, caller: Caller, ttl: timedelta, table: str | None) -> SpectatorToken:
        """A token for a spectator of the caller's log, under an id that nobody else has."""
        spectator = random_id(self._entropy)
        token, expires = self._mint(caller, "spectator", spectator, ttl, table)
        return SpectatorToken(token, spectator, table, expires)

    def _mint(
        self, caller: Caller, role: TokenRole, holder: str, ttl: timedelta, table: str | None
    ) -> tuple[str, str]:
        now = self._clock.now().replace(microsecond=0)
        grant = Grant(caller.log, holder, now + ttl, caller.environment == "test", table, role)
        return self._tokens.write(grant, now, random_id(self._entropy)), timestamp(grant.expires)


def _mark(credential: str) -> bytes:
    """By what a key or token is remembered: not itself."""
    return sha256(credential.encode()).digest()
