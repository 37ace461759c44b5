"""A coup of punto banco, as `docs/games/baccarat.md` has it."""

from croupier_client.api.play import (
    baccarat_deal,
    baccarat_place_bet,
    baccarat_start_round,
    baccarat_withdraw_bet,
)
from croupier_client.api.tables import open_table
from croupier_client.models import (
    BaccaratBetSettled,
    BaccaratBetSettledOutcome,
    BaccaratCoupDecided,
    BaccaratCoupDecidedWinner,
    BaccaratPlaceBet,
    BaccaratTableAnswer,
    BaccaratWithdrawBet,
    FixedDecks,
    OpenBaccaratTable,
    StakeLimits,
)
from tests.clients.python.house import House, done, refused, the

CARDS = ["5S", "KD", "QC", "3H", "TC", "6D"]


async def play(house: House) -> dict[int, int]:
    """The stacks after the round, by seat."""
    opening = OpenBaccaratTable("baccarat", StakeLimits(5, 500), fixed=FixedDecks([CARDS]))
    opened = done(await open_table.asyncio(client=house.client, body=opening))
    assert isinstance(opened, BaccaratTableAnswer)
    table = opened.table
    ann, bob = await house.seat(table, 1, 200), await house.seat(table, 4, 100)
    done(await baccarat_start_round.asyncio(table, client=house.client))
    bet = done(await baccarat_place_bet.asyncio(table, client=ann, body=BaccaratPlaceBet("banker", 105)))
    assert bet.view.play.bets[0].stake == 105
    too_much = BaccaratPlaceBet("tie", 101)
    assert refused(await baccarat_place_bet.asyncio(table, client=bob, body=too_much)) == "insufficient-chips"
    done(await baccarat_place_bet.asyncio(table, client=bob, body=BaccaratPlaceBet("tie", 10)))
    done(await baccarat_withdraw_bet.asyncio(table, client=bob, body=BaccaratWithdrawBet("tie")))
    done(await baccarat_place_bet.asyncio(table, client=bob, body=BaccaratPlaceBet("player", 40)))
    dealt = done(await baccarat_deal.asyncio(table, client=house.client))
    assert the(BaccaratCoupDecided, dealt.events).winner is BaccaratCoupDecidedWinner.BANKER
    settled = [event for event in dealt.events if isinstance(event, BaccaratBetSettled)]
    assert [event.outcome for event in settled] == [
        BaccaratBetSettledOutcome.WON,
        BaccaratBetSettledOutcome.LOST,
    ]
    assert settled[0].charge == 6
    return await house.stacks(table)
