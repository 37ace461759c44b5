"""No unrevealed seed and no card that is not open lies anywhere, or is told to anybody.

A whole installation plays all games in processes of its own. Then everything that it holds and has said is
searched for the secrets that it has at that moment, which only the sealing key opens; and what is planted
where it must not be is found, so that the search is known to be one.
"""

import asyncio
import re
import subprocess
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psycopg
import pytest
from msgspec import Struct
from msgspec.json import encode
from redis import Redis
from tests.api.conforming import the_document
from tests.process.service import CROUPIER, RunningService
from tests.secrets.playing import Client, Table
from tests.support.hunting import Find, Straw, database, files, forms, hunt, hunt_cards, orders, valkey

from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.adapters.keyfiles import seal_keys
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.domain.catalogue import GAMES
from croupier.domain.shuffle import commitment
from croupier.service.streams import Streams

LOG = "house"
STEPS = 30


class Kept(Struct):
    """An installation with all that it told, and what it told while cards lay face down."""

    service: RunningService
    var: Path
    told: list[Straw]
    tables: list[str]
    postgres: str
    valkey: str
    others: list[Client]
    face_down: dict[str, str]
    while_face_down: list[Straw]

    def everything(self) -> Iterator[Straw]:
        """All that there is to search."""
        yield from database(self.postgres)
        yield from valkey(self.valkey)
        yield from self.told
        yield Straw("log lines", self.service.logged().encode())
        yield Straw("printed lines", self.service.said().encode())


@pytest.fixture(scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> Any:
    while True:
        var = tmp_path_factory.mktemp("secrets") / "var"
        with RunningService(var, CROUPIER_LOG_LEVEL="debug", CROUPIER_LIVE_HEARTBEAT="0.1") as service:
            held, house = installed(service, var)
            dealt = deal_by_hand(house, held.told)
            held.tables.append(dealt.id)
            held.face_down = await face_down(held, dealt)
            if not held.face_down:
                continue  # drawing for the bank has shown them all; what was told cannot be taken back
            read_everything(held, house, dealt, many=3)
            held.while_face_down = [*held.everything(), *await bundles(held)]
            for game in GAMES:
                table = Table(house, game, held.told)
                table.play(STEPS, Random(game))
                held.tables.append(table.id)
                read_everything(held, house, table)
            yield held
            return


def installed(service: RunningService, var: Path) -> tuple[Kept, Client]:
    """The installation with clients of every role, and the house's among them."""
    told: list[Straw] = []
    house = Client(service.url, service.key, "operator", told)
    postgres = EmbeddedPostgres(var / "postgres").running_url()
    redis = EmbeddedValkey(var / "valkey").running_url()
    assert postgres
    assert redis
    held = Kept(service, var, told, [], postgres, redis, [], {}, [])
    held.others = [
        Client(service.url, None, "anybody", told),
        *(
            Client(service.url, new_key(held, role), role, told)
            for role in ("auditor", "regulator", "spectator")
        ),
    ]
    return held, house


def deal_by_hand(house: Client, told: list[Straw]) -> Table:
    """A blackjack table in its first go-round: each has a face-down card, one had the choice of two."""
    table = Table(house, "blackjack", told, dealing="manual")
    (banker, _), *_ = table.offered("start-round")
    one, other = (player for player in table.players if player is not banker)
    seats = {player: seat for seat, player in enumerate(table.players, 1)}
    table.give(banker, "start-round")
    for to in (one, one, other, banker):
        table.give(banker, "deal-card", to=seats[to], face="down")
    ((who, option),) = table.offered("keep-card")
    assert who is one
    kept = option["fields"]["card"]["values"][1]
    table.give(one, "keep-card", card=kept)
    other.post(f"/v1/tables/{table.id}/blackjack/keep-card", card=kept)
    return table


def read_everything(held: Kept, house: Client, table: Table, many: int = 1) -> None:
    """Every route that reads, by every role and so many players; what is not there does no harm."""
    readers = [house, *table.players[:many], *held.others]
    places = {
        "table": table.id,
        "player": table.players[0].player or "",
        "round": f"{table.id}.1",
        "log": LOG,
        "revision": "12?viewer=all",
        "position": "3",
        "code": "wrong-phase",
        "path": "entries/000.p/9",
    }
    for path, methods in the_document()["paths"].items():
        if "get" in methods and methods["get"]["tags"] != ["Documents"]:  # which are the same for every table
            for reader in readers:
                read = reader.follow if path.endswith("/stream") else partial(reader.send, "GET")
                read(re.sub(r"{(\w+)}", lambda name: places.get(name[1], "unknown"), path))


def new_key(held: Kept, role: str) -> str:
    made = subprocess.run(
        [CROUPIER, "keys", "create", "--role", role],
        env=held.service.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.strip()


async def face_down(held: Kept, table: Table) -> dict[str, str]:
    """The cards that lie face down and are named in no event, and the player before whom each lies."""
    (state,) = await states(held, [table.id])
    play, deck = state.play, state.decks.current
    kept = [(card.place, hand.seat) for hand in play.hands for card in hand.cards if card.card is None]
    chooser = next(hand.seat for hand in play.hands if hand.chose)
    kept += [(place, chooser) for place in play.discards]
    kept += [(card.place, state.banker) for card in play.own if card.card is None]
    assert len(kept) == 4
    entries = table.house.get(f"/v1/tables/{table.id}/events?limit=500")["entries"]
    openly = msgspec.json.encode([entry["events"] for entry in entries]).decode()
    cards = {deck.cards[place]: state.seats[seat].player for place, seat in kept}
    return {card: player for card, player in cards.items() if f'"{card}"' not in openly}


async def states(held: Kept, tables: list[str]) -> list[Any]:
    """The tables as they stand, with the secrets that the installation's sealing key opens."""
    secrets = Sealer(seal_keys(Settings(var=held.var)))
    async with PostgresEventStore(held.postgres) as store:
        streams = Streams(store, secrets)
        return [(await streams.load(LOG, table)).state for table in tables]


async def bundles(held: Kept) -> list[Straw]:
    """The whole log as it can be taken away, once the last checkpoint has it all."""
    house = Client(held.service.url, held.service.key, "operator", [])
    async with PostgresEventStore(held.postgres) as store, asyncio.timeout(30):
        head = await store.head(LOG)
        while int(house.send("GET", f"/v1/log/{LOG}/checkpoint").text.split("\n")[1]) <= head:  # noqa: ASYNC110 - another process publishes it
            await asyncio.sleep(0.1)
    answer = house.send("GET", f"/v1/log/{LOG}/bundle")
    assert answer.status_code == 200, answer.text
    assert b"deck-committed" in answer.content
    return [Straw("bundle", answer.content)]


async def unrevealed(held: Kept) -> dict[str, bytes]:
    """The seeds of all decks that are committed to and not revealed."""
    found = {}
    for state in await states(held, held.tables):
        for deck in (state.decks.coming, state.decks.current):
            if deck is not None:
                assert commitment(deck.id, deck.seed) == deck.commitment
                found[f"seed of {deck.id}"] = bytes(deck.seed)
    return found


async def test_no_unrevealed_seed_is_anywhere(kept: Kept) -> None:
    needles = {name: [*forms(seed)] for name, seed in (await unrevealed(kept)).items()}
    assert len(needles) >= len(GAMES)
    assert hunt(needles, [*kept.everything(), *await bundles(kept)]) == set()


async def test_no_unrevealed_seed_is_in_any_file_but_those_of_the_keys(kept: Kept) -> None:
    needles = {name: [*forms(seed)][:3] for name, seed in (await unrevealed(kept)).items()}
    assert hunt(needles, files(kept.var, but="keys")) == set()


async def test_no_order_of_cards_to_come_is_anywhere(kept: Kept) -> None:
    decks = [state.decks.current for state in await states(kept, kept.tables)]
    needles = {f"cards of {deck.id}": orders(deck.cards[deck.dealt :]) for deck in decks if deck}
    assert len(needles) >= len(GAMES)
    assert hunt(needles, [*kept.everything(), *await bundles(kept)]) == set()


async def test_a_card_that_lies_face_down_is_told_to_the_player_before_whom_it_lies_and_nobody_else(
    kept: Kept,
) -> None:
    assert kept.face_down
    assert hunt_cards(kept.face_down, kept.while_face_down) == set()
    everybodys = dict.fromkeys(kept.face_down, "nobody")
    told = {find.needle for find in hunt_cards(everybodys, kept.while_face_down)}
    assert told == set(kept.face_down), "the players themselves are told"


async def test_revealed_seeds_are_found_where_they_are_told(kept: Kept) -> None:
    """That the search finds a seed in the log, in answers and in bundles, since there it may be."""
    table = Table(Client(kept.service.url, kept.service.key, "operator", kept.told), "baccarat", [])
    table.give(table.house, "close-table")
    entries = table.house.get(f"/v1/tables/{table.id}/events")["entries"]
    (seed,) = [event["seed"] for entry in entries for event in entry["events"] if "seed" in event]
    for path in (f"/v1/tables/{table.id}/stream", "/v1/stream"):
        table.house.follow(path)
    found = hunt({"seed": forms(bytes.fromhex(seed))}, [*kept.everything(), *await bundles(kept)])
    places = {find.place for find in found}
    assert {
        "table croupier.entries.record",
        f"POST /v1/tables/{table.id}/close-table to operator",
        f"GET /v1/tables/{table.id}/events to operator",
        f"GET /v1/tables/{table.id}/stream to operator",
        "GET /v1/stream to operator",
        "bundle",
    } <= places


@pytest.mark.parametrize(
    "written",
    [
        lambda seed: seed,
        lambda seed: seed.hex().encode(),
        lambda seed: seed.hex().upper().encode(),
        lambda seed: b64encode(seed),
        lambda seed: b64encode(b"a" + seed + b"b"),
        lambda seed: b64encode(b"ab" + seed + b"c"),
        lambda seed: urlsafe_b64encode(b"xy" + seed),
        lambda seed: str([*seed]).encode(),
        lambda seed: encode([*seed]),
    ],
)
async def test_what_is_planted_is_found(kept: Kept, written: Callable[[bytes], bytes]) -> None:
    name, seed = next(iter((await unrevealed(kept)).items()))
    planted = b"{" + written(seed) + b"}"
    redis = Redis.from_url(kept.valkey)
    with psycopg.connect(kept.postgres) as owner:
        owner.execute("INSERT INTO croupier.answers VALUES (-1, 0, now(), 'planted', '', '', %s)", [planted])
    redis.hset("planted", "field", planted)
    try:
        found = hunt({name: forms(seed)}, kept.everything())
        assert found == {Find(name, "table croupier.answers.answer"), Find(name, "Valkey planted")}
    finally:
        redis.delete("planted")
        with psycopg.connect(kept.postgres) as owner:
            owner.execute("DELETE FROM croupier.answers WHERE scope = 'planted'")


def test_planted_cards_are_found() -> None:
    cards = ("KH", "2D", "TS", "AC", "9H", "4C", "QD")
    for written in (
        encode(cards),
        str(cards).encode(),
        b"KH 2D TS AC 9H 4C",
        b"KH2DTSAC9H4C",
        b"KH,2D,TS,AC,9H,4C",
    ):
        assert hunt({"order": orders(cards)}, [Straw("x", b"(" + written)]) == {Find("order", "x")}
    straws = [Straw("his", b'{"card":"KH"}', "ann"), Straw("others", b"card=KH", "bob"), Straw("x", b"aKHx")]
    assert hunt_cards({"KH": "ann"}, straws) == {Find("KH", "others")}
