"""docs/money.md: its reconciliation adds up what has been played, and its limits are those of the code."""

import re
from pathlib import Path
from typing import Final

from tests.api.calling import Operator, code_of
from tests.clients.generating import said

from croupier.adapters.http.problems.kinds import PROBLEMS
from croupier.domain.amounts import FULL, MOST

PAGE: Final = (Path(__file__).parents[2] / "docs" / "money.md").read_text()
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


async def reconciled(
    operator: Operator, players: list[str], folder: Path, program: str = PROGRAM
) -> list[str]:
    """What the program prints for these players and all tables."""
    keyed = {"CROUPIER_URL": operator.url, "CROUPIER_KEY": str(operator.caller.bearer)}
    printed = await said("python", "-c", program, folder=folder, PLAYERS=" ".join(players), **keyed)
    return printed.splitlines()


async def played(operator: Operator) -> list[str]:
    """Two players: one has lost and left the table, the other has won on banker, and paid the charge."""
    table = await operator.table()
    ann, bob = await operator.seated(table, 1, 300), await operator.seated(table, 2, 300)
    await bob.caller.do(f"/v1/tables/{table}/top-up", amount=50)
    await operator.start(table)
    await ann.bet(table, "banker", 100)
    await bob.bet(table, "player", 100)
    await operator.deal(table)
    await bob.caller.do(f"/v1/tables/{table}/leave")
    await operator.caller.do(f"/v1/wallets/{ann.id}/withdrawals", amount=20)
    return [ann.id, bob.id]


async def test_every_wallet_and_table_is_balanced(operator: Operator, tmp_path: Path) -> None:
    players = await played(operator)
    lines = await reconciled(operator, players, tmp_path)
    assert len(lines) == 3
    assert all(re.fullmatch(r"(wallet|table) \S+: -?\d+ balanced", line) for line in lines), lines


async def test_what_is_missing_from_a_sum_is_told(operator: Operator, tmp_path: Path) -> None:
    players = await played(operator)
    wallets = PROGRAM.replace('"withdrawn": -1, ', "")
    assert sum(" OFF: " in line for line in await reconciled(operator, players, tmp_path, wallets)) == 1
    tables = PROGRAM.replace(', "seat-left": -1', "")
    assert sum(" OFF: " in line for line in await reconciled(operator, players, tmp_path, tables)) == 1


async def test_the_bounds_of_amounts_are_those_told(operator: Operator) -> None:
    assert (MOST, FULL) == (10**12, 2**53 - 1)
    said = " ".join(PAGE.split())
    assert "1 to 10^12. No deposit or correction takes a wallet or a house account beyond 2^53 - 1" in said
    player = await operator.player(money=0)
    deposits = f"/v1/wallets/{player.id}/deposits"
    assert code_of(await operator.caller.post(deposits, {"amount": MOST + 1}), 422) == "invalid-body"
    assert (await operator.caller.post(deposits, {"amount": MOST})).is_success


def test_every_refusal_that_is_named_exists() -> None:
    named = {
        code
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", PAGE)
        if code.startswith(("no-", "insufficient"))
    }
    assert named == {"no-wallet", "insufficient-funds"}
    assert named | {"wallet-full", "house-account-full"} <= PROBLEMS.keys()
