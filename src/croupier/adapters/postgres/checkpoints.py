"""Published checkpoints, and witnesses' lines beside them."""

from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports.transparency import Published, TreeHead
from croupier.service.transparency.notes import parse_signature

_LATEST: Final = """
SELECT c.size, c.root, c.note, ARRAY(
    SELECT line FROM cosignatures AS s
    WHERE s.log = c.log AND s.size = c.size ORDER BY name, key_id
)
FROM checkpoints AS c WHERE c.log = (SELECT id FROM logs WHERE log = %(log)s) ORDER BY c.size DESC LIMIT 1
"""

_ADD: Final = "SELECT publish_checkpoint(%(log)s, %(size)s, %(root)s, %(note)s)"

_ADD_COSIGNATURE: Final = """
INSERT INTO cosignatures (log, size, name, key_id, line)
SELECT log, size, %(name)s, %(key_id)s, %(line)s FROM checkpoints
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND size = %(size)s
ON CONFLICT DO NOTHING
RETURNING size
"""

_COSIGNED: Final = """
SELECT size FROM cosignatures
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) ORDER BY size DESC LIMIT 1
"""


class PostgresCheckpoints:
    """Implements `Checkpoints`. All raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def latest(self, log: str) -> Published | None:
        """The log's last checkpoint with all its cosignatures, None when none was published."""
        return await self._fetcher.one(_published, _LATEST, log=log)

    async def add(self, log: str, head: TreeHead, note: bytes) -> bool:
        """Publish a checkpoint; False, and nothing is kept, unless it is larger than the last one."""
        return bool(await self._fetcher.one(bool, _ADD, log=log, size=head.size, root=head.root, note=note))

    async def add_cosignature(self, log: str, size: int, line: str) -> bool:
        """Keep a witness's verified signature line for the checkpoint of that size.

        False when there is no such checkpoint or that key's line is there already. Raises `Malformed`.
        """
        found = parse_signature(line)
        added = await self._fetcher.one(
            int, _ADD_COSIGNATURE, log=log, size=size, name=found.name, key_id=found.key_id, line=line
        )
        return added is not None

    async def cosigned(self, log: str) -> int:
        """The largest size that any witness has cosigned, 0 when none has."""
        return await self._fetcher.one(int, _COSIGNED, log=log) or 0


def _published(size: int, root: bytes, note: bytes, cosignatures: list[str]) -> Published:
    return Published(TreeHead(size, root), note, tuple(cosignatures))
