"""A caller whose key or token was found valid, and what he may reach."""

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.service.apikeys import Environment
from croupier.service.environments import operator_of
from croupier.service.errors import Forbidden, NotFound
from croupier.service.roles import WHO_MAY, Use


class Caller(Struct, frozen=True):
    """Who calls, in which log: an operator acts as the house, a player for himself, others read and judge.

    A test key's log is one of tests. `table` is the one table that a token is good for, None when it is good
    for all. `key` is the public id of the key that was shown, None where it was a token.
    """

    log: str
    actor: Actor
    environment: Environment = "live"
    table: str | None = None
    key: str | None = None

    @property
    def operator(self) -> str:
        """The operator whose log it is, by whom keys are kept: of his live and of his test log the same."""
        return operator_of(self.log)

    @property
    def name(self) -> str:
        """The caller as idempotency keys are scoped by: it outlives a change of his key or token.

        Who acts for a player is another caller than that player, and than whoever else acts for him.
        """
        who = f"{self.actor.role}:{self.actor.id}"
        return who if self.actor.by is None else f"{who} by {self.actor.by}"

    def require(self, use: Use) -> None:
        """Raises `Forbidden` when the caller's role may not do this."""
        if self.actor.role not in WHO_MAY[use]:
            article = "an" if self.actor.role[0] in "aeiou" else "a"
            raise Forbidden(f"this is not for {article} {self.actor.role} to do")

    def require_table(self, table: str) -> None:
        """Raises `Forbidden` when the caller's token is for another table, whether this one exists or not."""
        if self.table is not None and self.table != table:
            raise Forbidden("this token is for another table")

    def require_player(self, player: str) -> None:
        """Raises `NotFound` when the caller is another player: what is another's is not told from nothing."""
        if self.actor.role == "player" and self.actor.id != player:
            raise NotFound("there is no such player")
