"""Whatever schemathesis makes of the document, the service answers as the document says, whoever asks.

Its checks: no 5xx; statuses, media types, header fields and bodies as documented; what is well-formed is
taken, what is not is refused; so are other methods, and what was removed; keys and tokens are needed.
"""

from pathlib import Path

from tests.api.calling import Caller, Operator
from tests.api.everything import Known, known
from tests.api.fuzzing.running import fuzzed

OF_JUDGES = ("takeDispute", "askInDispute", "rejectDispute", "upholdDispute", "readTableAt")
OF_PLAYERS = (
    *("listTables", "readTable", "readTableEvents", "followTable", "takeSeat", "contribute", "leave"),
    *(
        "baccaratPlaceBet",
        "baccaratWithdrawBet",
        "readWallet",
        "readRound",
        "listPlayerRounds",
        "openDispute",
    ),
)


def only(kind: str, *names: str) -> tuple[str, ...]:
    """The options that leave out all operations but these."""
    return tuple(option for name in names for option in (f"--include-{kind}", name))


async def require_conforming(
    caller: Caller, here: Known, folder: Path, *options: str, phases: str = "examples,coverage,fuzzing"
) -> None:
    """A run as that caller finds nothing."""
    code, printed = await fuzzed(caller, here, folder, phases, *options)
    assert code == 0, printed
    assert "No issues found" in printed


async def test_an_operators_requests_of_all_kinds(tester: Operator, tmp_path: Path) -> None:
    phases = "examples,coverage,fuzzing,stateful"
    await require_conforming(tester.caller, await known(tester), tmp_path, phases=phases)


async def test_a_players_requests(tester: Operator, tmp_path: Path) -> None:
    here = await known(tester)
    own = only("operation-id", *OF_PLAYERS)
    await require_conforming(here.played.ann.caller, here, tmp_path, *own, phases="examples,coverage")


async def test_an_auditors_judgements_and_journeys_in_time(tester: Operator, tmp_path: Path) -> None:
    here = await known(tester)
    await require_conforming(here.played.auditor, here, tmp_path, *only("operation-id", *OF_JUDGES))


async def test_an_admins_keys(tester: Operator, tmp_path: Path) -> None:
    admin = await tester.holder("admin")
    await require_conforming(admin, await known(tester), tmp_path, *only("tag", "Keys"))
