"""Whatever goes wrong is told as a problem (RFC 9457) with a stable code."""

import ast
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.api.calling import LIMITS, Caller, Operator, code_of

import croupier.domain
from croupier.adapters.http.problems.advice import ADVICE
from croupier.adapters.http.problems.kinds import PROBLEMS, ProblemKind
from croupier.adapters.http.problems.refusals import REFUSALS
from croupier.adapters.http.problems.telling import KINDS
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor
from croupier.domain.games.game import Game
from croupier.domain.wallet.commands import Deposit
from croupier.service.answers import wallet_answer
from croupier.service.callers import Caller as Known
from croupier.service.handling import Order


async def _refused(operator: Operator, code: str) -> Any:
    """The answer to a command that the rules refuse with that code."""
    table = await operator.table()
    one = await operator.seated(table, 1)
    path = f"/v1/tables/{table}"
    match code:
        case "already-seated":
            return await one.caller.post(f"{path}/take-seat", {"seat": 2, "buy_in": 0})
        case "seat-taken":
            other = await operator.player()
            return await other.caller.post(f"{path}/take-seat", {"seat": 1, "buy_in": 0})
        case "unknown-target":
            other = await operator.player()
            return await other.caller.post(f"{path}/take-seat", {"seat": 99, "buy_in": 0})
        case "not-seated":
            other = await operator.player()
            return await other.caller.post(f"{path}/leave")
        case "insufficient-funds":
            return await one.caller.post(f"{path}/top-up", {"amount": 10_000})
        case "not-the-banker":
            return await one.caller.post(f"{path}/close-table")
        case "table-closed":
            await operator.caller.do(f"{path}/close-table")
            return await one.caller.post(f"{path}/leave")
        case "wrong-phase":
            return await one.bet(table)
        case "invalid-limits":
            body = {"game": "baccarat", "limits": {"min": 9, "max": 8}}
            return await operator.caller.post("/v1/tables", body)
    await operator.start(table)
    match code:
        case "banker-may-not-bet":
            return await operator.caller.post(f"{path}/baccarat/place-bet", {"on": "tie", "stake": 5})
        case "stake-below-minimum":
            return await one.bet(table, stake=4)
        case "stake-above-maximum":
            return await one.bet(table, stake=501)
        case "insufficient-chips":
            await one.bet(table, stake=300)
            return await one.bet(table, on="tie", stake=300)


RULES = {
    "stake-below-minimum": 1,
    "stake-above-maximum": 1,
    "insufficient-chips": 1,
    "banker-may-not-bet": 1,
    "wrong-phase": 1,
}


@pytest.mark.parametrize(
    "code",
    [
        "already-seated",
        "banker-may-not-bet",
        "insufficient-chips",
        "insufficient-funds",
        "invalid-limits",
        "not-seated",
        "not-the-banker",
        "seat-taken",
        "stake-above-maximum",
        "stake-below-minimum",
        "table-closed",
        "unknown-target",
        "wrong-phase",
    ],
)
async def test_a_refusal_by_the_rules_is_a_conflict_with_the_rules_code(
    operator: Operator, code: str
) -> None:
    answer = await _refused(operator, code)
    assert code_of(answer, 409) == code
    problem = answer.json()
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == 409
    assert problem["detail"]
    assert problem.get("rule") == RULES.get(code)
    if code in RULES:
        assert problem["rule_url"] == f"/rules/baccarat#rule-{RULES[code]}"
    described = (await operator.caller.get(problem["type"])).json()
    assert described["title"] == problem["title"]
    assert described["refusal"] is True


async def test_a_wallet_that_would_be_too_full_refuses(tester: Operator) -> None:
    player = await tester.player(money=0)
    most = 2**53 - 1
    path = f"/v1/wallets/{player.id}/deposits"
    services = tester.parts.services
    order = Order(tester.log, f"wallet-{player.id}", Deposit(most), Actor("operator", tester.name))
    await services.handling.handle(order, wallet_answer)
    assert code_of(await tester.caller.post(path, {"amount": 1}), 409) == "wallet-full"


async def test_impossible_cards_are_refused(tester: Operator) -> None:
    fixed = {"decks": [["9S"] * 17]}
    body = {"game": "baccarat", "limits": LIMITS, "fixed": fixed, "rules": {"decks": 2}}
    assert code_of(await tester.caller.post("/v1/tables", body), 409) == "impossible-deck"


async def test_a_table_out_of_named_decks_refuses_another_round(tester: Operator) -> None:
    table = await tester.table(fixed={"decks": []})
    answer = await tester.caller.post(f"/v1/tables/{table}/baccarat/start-round")
    assert code_of(answer, 409) == "no-deck-left"


async def test_a_player_without_a_wallet_takes_no_seat(operator: Operator) -> None:
    """He can't come to be over REST: the token is of another installation with the same key."""
    known = Known(operator.name, Actor("operator", operator.name))
    token = operator.parts.services.access.mint(known, "a" * 16, timedelta(minutes=1), None).token
    table = await operator.table()
    stranger = Caller(operator.url, token)
    answer = await stranger.post(f"/v1/tables/{table}/take-seat", {"seat": 1, "buy_in": 1})
    assert code_of(answer, 409) == "no-wallet"


async def test_what_is_wrong_in_a_body_is_pointed_at(operator: Operator) -> None:
    table = await operator.table()
    wrong: list[tuple[str, Any, str]] = [
        (f"/v1/tables/{table}/baccarat/place-bet", {"on": "player", "stake": "5"}, "/stake"),
        (f"/v1/tables/{table}/baccarat/place-bet", {"on": "player"}, "/stake"),
        (f"/v1/tables/{table}/baccarat/place-bet", {"on": "player", "stake": 1.5}, "/stake"),
        (f"/v1/tables/{table}/baccarat/place-bet", {"on": "player", "stake": 2**64}, "/stake"),
        (f"/v1/tables/{table}/baccarat/deal", {"cards": []}, "/cards"),
        (f"/v1/tables/{table}/take-seat", {"seat": 0, "buy_in": 0}, "/seat"),
        (f"/v1/tables/{table}/contribute", {"entropy": "zz"}, "/entropy"),
        ("/v1/tables", {"game": "baccarat"}, "/limits"),
        ("/v1/tables", {"game": "whist", "limits": LIMITS}, "/game"),
        ("/v1/tables", {"limits": LIMITS}, "/game"),
        ("/v1/tables", {"game": "baccarat", "limits": {**LIMITS, "a/b~c": 1}}, "/limits/a~1b~0c"),
        (
            "/v1/tables",
            {"game": "baccarat", "limits": LIMITS, "fixed": {"decks": [["9S", 7]]}},
            "/fixed/decks/0/1",
        ),
        ("/v1/players", {"name": "ann"}, "/name"),
        ("/v1/players", [], ""),
        ("/v1/players", "ann", ""),
    ]
    for path, body, pointer in wrong:
        answer = await operator.caller.send("POST", path, json=body)
        assert code_of(answer, 422) == "invalid-body", body
        assert [error.get("pointer") for error in answer.json()["errors"]] == [pointer], answer.text


async def test_paths_and_methods_that_are_none_are_problems_too(operator: Operator) -> None:
    table = await operator.table()
    caller = operator.caller
    for path in ("/", "/v2/tables", f"/v1/tables/{table}/juggle", f"/v1/tables/{table}/baccarat/juggle"):
        assert code_of(await caller.send("POST", path), 404) == "no-such-route"
    for method, path, allowed in (
        ("DELETE", "/v1/tables", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("GET", "/v1/players", {"POST", "OPTIONS"}),
        ("GET", f"/v1/tables/{table}/take-seat", {"POST", "OPTIONS"}),
        ("PUT", f"/v1/tables/{table}/baccarat/deal", {"POST", "OPTIONS"}),
    ):
        answer = await caller.send(method, path)
        assert code_of(answer, 405) == "method-not-allowed"
        assert set(answer.headers["allow"].split(", ")) == allowed


async def test_a_command_of_one_game_is_not_found_at_what_is_no_table_of_it(operator: Operator) -> None:
    for table in (
        "fan-tan-aaaaaaaaaaaaaaaa",
        "wallet-aaaaaaaaaaaaaaaa",
        "baccarat-aaaaaaaaaaaaaaaa",
        "%2e%2e",
    ):
        answer = await operator.caller.post(f"/v1/tables/{table}/baccarat/deal")
        assert code_of(answer, 404) == "not-found"


async def test_a_table_of_another_game_is_told_as_that(operator: Operator) -> None:
    table = await operator.table()
    answer = await operator.caller.post(f"/v1/tables/{table}/blackjack/start-round")
    assert code_of(answer, 404) == "not-found"
    assert answer.json()["detail"] == "this is a table of baccarat, not of blackjack"


async def test_where_nothing_is_the_path_is_named_and_where_to_look(operator: Operator) -> None:
    for path in ("/nope", "/v1/tables/", "/rules/poker", "/problems/none-such", "/docs/none-such"):
        answer = await operator.caller.get(path)
        assert code_of(answer, 404) == "no-such-route"
        assert answer.json()["detail"].startswith(f"there is nothing at {path}")
        assert answer.json()["detail"].endswith(": see /docs and /schema")
    rules = await operator.caller.get("/rules/poker")
    assert ", ".join(GAMES) in rules.json()["detail"]


@pytest.mark.parametrize(
    ("path", "body", "pointer", "said"),
    [
        ("/v1/tables", {"game": "poker", "limits": LIMITS}, "/game", "one of " + ", ".join(GAMES)),
        (
            "/v1/keys",
            {"role": "boss", "name": "ann"},
            "/role",
            "one of admin, auditor, operator, regulator, spectator",
        ),
        ("/v1/webhooks", {"url": "https://a.example", "events": ["?"]}, "/events/0", "one of *, "),
    ],
)
async def test_of_a_counted_few_values_those_are_named_that_may_be(
    operator: Operator, path: str, body: Any, pointer: str, said: str
) -> None:
    caller = await operator.holder("admin") if path == "/v1/keys" else operator.caller
    answer = await caller.post(path, body)
    assert code_of(answer, 422) == "invalid-body"
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert answer.json()["detail"].startswith(f"{pointer} has to be {said}")


async def test_pages_of_problems_show_code_as_code_and_refer_to_the_service_alone(anybody: Caller) -> None:
    for path in ("/problems", "/problems/invalid-body"):
        page = await anybody.get(path, headers={"Accept": "text/html"})
        assert "<code>errors</code>" in page.text
        assert "`" not in page.text
    for kind in PROBLEMS.values():
        assert ".md" not in kind.meaning + kind.what_to_do


async def test_the_request_id_is_the_clients_where_it_is_sane(operator: Operator) -> None:
    table = await operator.table()
    for path in ("/v1/tables", f"/v1/tables/{table}/baccarat/deal", "/nope"):
        answer = await operator.caller.post(path, headers={"X-Request-Id": "mine-1"})
        assert answer.headers["x-request-id"] == answer.json()["request_id"] == "mine-1"
        for other in ("a b", "x" * 129, '"', "{}"):
            answer = await operator.caller.post(path, headers={"X-Request-Id": other})
            assert answer.headers["x-request-id"] == answer.json()["request_id"] != other


async def test_every_kind_of_problem_can_be_read(operator: Operator) -> None:
    listed = (await operator.caller.get("/problems")).json()["problems"]
    of_games = {code for game in GAMES.values() for code in game.refusal_words}
    assert {problem["code"] for problem in listed} == KINDS.keys() | REFUSALS.keys() | of_games
    for problem in listed:
        assert (await operator.caller.get(problem["type"])).json() == problem
        page = await operator.caller.get(problem["type"], headers={"Accept": "text/html"})
        assert f'<p class="id">{problem["code"]}</p>' in page.text
    assert code_of(await operator.caller.get("/problems/none-such"), 404) == "no-such-route"


def _refusals(paths: Iterable[Path]) -> Iterator[tuple[Any, Any]]:
    """The codes by which the modules refuse, each with the rule's number where it is written there."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Rejected":
                assert isinstance(node.args[0], ast.Constant)
                rule = node.args[2] if len(node.args) > 2 else None
                yield node.args[0].value, rule.value if isinstance(rule, ast.Constant) else None


def test_every_refusal_that_games_share_is_explained() -> None:
    domain = Path(croupier.domain.__file__).parent
    shared = [path for path in domain.rglob("*.py") if path.parent.parent.name != "games"]
    found = {code for code, _ in _refusals(shared)}
    assert found <= REFUSALS.keys()
    assert len(found) >= 12


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_refusal_of_a_game_is_explained_and_so_is_the_rule_that_it_names(game: Game) -> None:
    folder = Path(croupier.domain.__file__).parent / "games" / game.name.replace("-", "_")
    found = [*_refusals(folder.rglob("*.py"))]
    assert {code for code, _ in found} <= REFUSALS.keys() | game.refusal_words.keys()
    assert not REFUSALS.keys() & game.refusal_words.keys()
    assert {rule for _, rule in found if rule} <= game.rule_words.keys()


def test_every_kind_of_problem_has_its_advice() -> None:
    assert ADVICE.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", PROBLEMS.values(), ids=lambda kind: kind.code)
def test_whether_to_send_the_same_again_fits_the_status(kind: ProblemKind) -> None:
    """What was refused for its form stays refused; what the service could not do is to be tried again."""
    if kind.code == "seal-broken":
        return  # a failure that no waiting mends
    again = kind.retry in ("later", "with-its-key")
    assert again == (kind.status in (408, 429) or kind.status >= 500 or "retry-after" in _headers(kind))


def _headers(kind: ProblemKind) -> set[str]:
    headers = KINDS[kind.code].headers if kind.code in KINDS else {}
    return {name.lower() for name in headers}
