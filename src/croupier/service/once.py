"""Doing once what a request with an idempotency key asks for, where nothing is appended to a log.

What is appended keeps its answer in the append itself (`croupier.service.handling`). Everything else is
done here in one transaction with its answer: both are there afterwards, or neither. A process that dies in
the middle leaves nothing behind, so that the request can be sent again at once.
"""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from croupier.service.errors import KeyReused
from croupier.service.handling import Key
from croupier.service.ports import Answers, Idempotency, Secrets
from croupier.service.stored_answers import open_answer, seal_answer

Do = Callable[[], Awaitable[bytes]]
"""Does what is asked for; its answer. What it writes to the store is undone when it raises anything."""


class Once(Struct, frozen=True):
    """The answer to a request; `repeated` marks that it was given before, and nothing was done now."""

    answer: bytes
    repeated: bool = False


class OnceOnly:
    """The use case of every keyed request that appends nothing: `await services.once(key, log, do)`."""

    def __init__(self, answers: Answers, secrets: Secrets) -> None:
        """Keep answers by `answers`; sealed, because some hold what is told this once."""
        self._answers = answers
        self._secrets = secrets

    async def __call__(self, key: Key | None, log: str, do: Do) -> Once:
        """Do it, unless it was done under that key before; without a key, do it.

        Raises `KeyInFlight` while another request with the key is being handled, in this process or another,
        `KeyReused` when the key was another request's, `SealBroken`, `StoreUnavailable`, and what `do`
        raises; then nothing was done.
        """
        if key is None:
            return Once(await do())
        async with self._answers.turn(log, key.scope, key.key) as kept:
            if kept is None:
                answer = await do()
                sealed = seal_answer(self._secrets, log, key.scope, key.key, answer)
                await self._answers.keep(log, Idempotency(key.scope, key.key, key.fingerprint, sealed))
                return Once(answer)
        if kept.fingerprint != key.fingerprint:
            raise KeyReused("this idempotency key was used with another request")
        return Once(open_answer(self._secrets, log, key.scope, key.key, kept.answer), repeated=True)
