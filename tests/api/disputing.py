"""A round to be disputed over HTTP."""

from typing import Any

from tests.api.calling import Caller, Operator, Player

CLAIM = {"claim": "My bet on player won, and I was not paid."}


class Played:
    """A round in which one player bet and another sat by, and an auditor."""

    def __init__(self, operator: Operator, table: str, ann: Player, bob: Player, auditor: Caller) -> None:
        self.operator, self.table, self.ann, self.bob, self.auditor = operator, table, ann, bob, auditor
        self.round = f"{table}.1"

    async def open(self, **more: Any) -> str:
        answer = await self.ann.caller.do("/v1/disputes", round=self.round, **CLAIM, **more)
        return str(answer["dispute"])

    async def balance(self, player: Player) -> int:
        return int((await self.operator.caller.get(f"/v1/wallets/{player.id}")).json()["balance"])

    async def house(self, at_least: int = -1) -> int:
        found = await self.operator.caller.get(f"/v1/tables/{self.table}", at_least=at_least)
        return int(found.json()["view"]["house"])


async def played_round(operator: Operator) -> Played:
    """Ann's bet was settled; she and bob still sit there with 500 of their 1000 chips."""
    table = await operator.table()
    ann, bob = await operator.seated(table, 1), await operator.seated(table, 2)
    await operator.start(table)
    await ann.bet(table, "player", 100)
    await operator.deal(table)
    return Played(operator, table, ann, bob, await operator.holder("auditor", "vera"))


def pays(payer: str, payee: str, amount: int) -> dict[str, Any]:
    """A correction."""
    return {"payer": payer, "payee": payee, "amount": amount}
