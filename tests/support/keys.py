"""Keys in memory, and access to them by a clock that is set by hand."""

from datetime import UTC, datetime

from msgspec.structs import replace
from tests.support.fakes import CountedEntropy

from croupier.adapters.tokens import JwtTokens
from croupier.service.access import Access
from croupier.service.apikeys import Environment
from croupier.service.keymaking import KeyMaking
from croupier.service.ports import StoredKey

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TOKENS = JwtTokens(b"k" * 32)


class SetClock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.time = NOW

    def now(self) -> datetime:
        return self.time


class CountedKeys:
    """Keys in memory that count how often they are asked."""

    def __init__(self) -> None:
        self.kept: dict[str, StoredKey] = {}
        self.operators: set[str] = set()
        self.asked = 0

    async def add_operator(self, operator: str, at: datetime) -> bool:
        new = operator not in self.operators
        self.operators.add(operator)
        return new

    async def add_key(self, key: StoredKey) -> bool:
        self.kept[key.key_id] = key
        return key.operator in self.operators

    async def find_key(self, key_id: str) -> StoredKey | None:
        self.asked += 1
        return self.kept.get(key_id)

    async def keys_of(self, operator: str) -> list[StoredKey]:
        return [key for key in self.kept.values() if key.operator == operator]

    async def page_of_keys(self, operator: str, after: str, most: int, *, tests: bool) -> list[StoredKey]:
        found = [key for key in await self.keys_of(operator) if key.environment == "test" or not tests]
        return sorted((key for key in found if key.key_id > after), key=lambda key: key.key_id)[:most]

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        key = self.kept.get(key_id)
        if key is None or key.revoked_at:
            return False
        self.kept[key_id] = replace(key, revoked_at=at)
        return True

    async def replace_key(self, old: str, until: datetime, new: StoredKey) -> bool:
        key = self.kept[old]
        if not key.is_in_force(new.created_at) or key.rotated_to:
            return False
        self.kept[old] = replace(key, rotated_to=new.key_id, expires_at=min(key.expires_at or until, until))
        self.kept[new.key_id] = new
        return True


class NotedUses:
    """Remembers which uses of keys were noted."""

    def __init__(self) -> None:
        self.noted: list[tuple[str, str, datetime]] = []

    def note(self, key_id: str, environment: Environment, at: datetime) -> None:
        self.noted.append((key_id, environment, at))


class Set:
    """Access and the making of keys, with a clock that is set by hand."""

    def __init__(self) -> None:
        self.keys, self.clock, self.uses = CountedKeys(), SetClock(), NotedUses()
        self.making = KeyMaking(self.keys, self.clock, CountedEntropy())
        self.access = Access(self.keys, TOKENS, self.clock, CountedEntropy(), self.uses)
