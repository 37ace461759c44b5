"""A casino in memory whose players do whatever the options offer: logs as the service writes them."""

from random import Random
from typing import Any, Final, Protocol

from msgspec import convert
from tests.support.fakes import CountedEntropy, MemoryStore, OpenSecrets, SilentBell, SteppedClock

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, PlaceBet, StartRound
from croupier.domain.options import Choice, OneOf, Option, Range, Text
from croupier.domain.table.commands import CloseTable, Contribute, Leave, OpenTable, TakeSeat
from croupier.domain.table.state import AnyTable, StakeLimits
from croupier.domain.view import table_options
from croupier.domain.wallet.commands import Deposit, OpenWallet, Withdraw
from croupier.service.answers import table_answer, wallet_answer
from croupier.service.deciding import Deciding
from croupier.service.handling import Handling, Order, Receipt
from croupier.service.ports import Appender, Bell, Clock, Entropy, LogReader, Secrets
from croupier.service.records import category
from croupier.service.streams import Streams

HOUSE: Final = Actor("operator", "op")
LOG: Final = "house"
CODE: Final = "0.1.0+test"


def player(name: str) -> Actor:
    """The player of that name."""
    return Actor("player", name)


class EventStore(Appender, LogReader, Protocol):
    """Both sides of a store."""


class Casino:
    """The service's use cases over a store; each verb is a command, handled as the service does."""

    def __init__(
        self,
        store: EventStore | None = None,
        secrets: Secrets | None = None,
        bell: Bell | None = None,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        log: str = LOG,
        code: str = CODE,
    ) -> None:
        """In memory unless told otherwise."""
        self.store = store or MemoryStore()
        self.secrets = secrets or OpenSecrets()
        self.log = log
        self.streams = Streams(self.store, self.secrets)
        clock = clock or SteppedClock()
        deciding = Deciding(clock, entropy or CountedEntropy(clock), self.secrets, code)
        self.handling = Handling(self.streams, deciding, self.store, bell or SilentBell())

    async def give(self, stream: str, command: Any, actor: Actor = HOUSE) -> Receipt:
        """Give a command to a stream."""
        opens = isinstance(command, OpenTable | OpenWallet)
        answer = wallet_answer if category(stream) == "wallet" else table_answer(actor)
        return await self.handling.handle(Order(self.log, stream, command, actor, opens=opens), answer)

    async def table(self, table: str) -> AnyTable:
        """The table's present state."""
        return (await self.streams.load(self.log, table)).state  # type: ignore[no-any-return]

    async def wallet(self, name: str, amount: int = 1_000_000) -> None:
        """Open a player's wallet and pay money in."""
        await self.give(f"wallet-{name}", OpenWallet())
        await self.give(f"wallet-{name}", Deposit(amount))

    async def open(self, table: str, **rules: Any) -> None:
        """Open a punto banco table."""
        await self.give(table, OpenTable(StakeLimits(1, 1000), BaccaratRules(**rules)))

    async def sit(self, table: str, seat: int, name: str, buy_in: int = 10_000) -> None:
        """A player takes a seat."""
        await self.give(table, TakeSeat(seat, buy_in), player(name))

    async def coup(self, table: str, stakes: dict[int, int]) -> None:
        """A whole coup in which each seat bets its stake, on box after box."""
        await self.give(table, StartRound())
        for seat, stake in stakes.items():
            on = ("player", "banker", "tie")[seat % 3]
            await self.bet(table, seat, on, stake)
        await self.give(table, Deal())

    async def bet(self, table: str, seat: int, on: str, stake: int) -> None:
        """A seat bets."""
        name = (await self.table(table)).seats[seat].player
        await self.give(table, PlaceBet(on, stake), player(name))


async def short_story(casino: Casino | None = None) -> Casino:
    """Two players, three coups with entropy, one leaves in a round, the table closes, money is paid out."""
    casino = casino or Casino()
    table = "baccarat-a1"
    for name in ("ann", "bob"):
        await casino.wallet(name)
    await casino.open(table)
    await casino.sit(table, 1, "ann")
    await casino.give(table, Contribute("a1b2"), player("ann"))
    await casino.sit(table, 5, "bob")
    await casino.coup(table, {1: 10, 5: 20})
    await casino.give(table, StartRound())
    await casino.bet(table, 1, "banker", 7)
    await casino.give(table, Leave(), player("ann"))
    await casino.give(table, Deal())
    await casino.coup(table, {5: 30})
    await casino.give(table, CloseTable())
    await casino.give("wallet-bob", Withdraw(500))
    return casino


SMALL_SHOE = OpenTable(StakeLimits(1, 1000), BaccaratRules(decks=1, cut_card=30))


async def play_at_random(
    casino: Casino,
    table: str,
    random: Random,
    steps: int,
    suffix: str = "",
    opening: Any = SMALL_SHOE,
    ending: float = 0.2,
) -> None:
    """Three players and the house do whatever the options offer; now and then a small shoe runs out.

    The players' names end in `suffix`; the table is opened by `opening`. `ending` says which part of the
    chances to close it, or to void a round, is taken.
    """
    names = [letter + suffix for letter in "abc"]
    for name in names:
        await casino.wallet(name, 5_000)
    await casino.give(table, opening)
    for _ in range(steps):
        state = await casino.table(table)
        if state.status == "closed":
            return
        actor, option = random.choice(_offers(state, names))
        if option.command in ("close-table", "void-round") and random.random() >= ending:
            continue
        command = convert(pick(option, random), DECIDERS[category(table)].command_types[option.command])
        await casino.give(table, command, actor)


def _offers(table: AnyTable, names: list[str]) -> list[tuple[Actor, Option]]:
    game = GAMES[category(table.id)]
    offers = [(HOUSE, option) for option in table_options(game, table, "house")]
    for name in names:
        offers += [(player(name), option) for option in table_options(game, table, table.seat_of(name))]
    return offers


def pick(option: Option, random: Random) -> dict[str, Any]:
    """Fields for the option, small amounts for the most part."""
    picked: dict[str, Any] = {}
    for name, choice in option.fields.items():
        picked[name] = _pick(choice, picked, random)
    return picked


def _pick(choice: Choice, picked: dict[str, Any], random: Random) -> Any:
    match choice:
        case Range(least, greatest, not_below):
            least = max(least, picked.get(not_below, least)) if not_below else least
            return random.randint(least, min(greatest, least + 50))
        case OneOf(values):
            return random.choice(values)
        case Text():
            return random.randbytes(random.randint(1, 8)).hex()
