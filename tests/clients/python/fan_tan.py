"""A round of fan-tan whose bank is short, as `docs/games/fan-tan.md` has it."""

from croupier_client.api.play import fan_tan_cut, fan_tan_place_bet, fan_tan_set_bank, fan_tan_start_round
from croupier_client.api.tables import open_table
from croupier_client.models import (
    BankPassed,
    FanTanBetSettled,
    FanTanBetSettledOn,
    FanTanBetSettledOutcome,
    FanTanPackCut,
    FanTanPlaceBet,
    FanTanTableAnswer,
    FixedDecks,
    OpenFanTanTable,
    SetBank,
    StakeLimits,
)
from tests.clients.python.house import House, done, refused, the

CARDS = FixedDecks(draw=["9C", "KD", "4S"], decks=[[]], cuts=[21])


async def play(house: House) -> dict[int, int]:
    """The stacks after the round, by seat."""
    opening = OpenFanTanTable("fan-tan", StakeLimits(1, 100), fixed=CARDS)
    opened = done(await open_table.asyncio(client=house.client, body=opening))
    assert isinstance(opened, FanTanTableAnswer)
    table = opened.table
    ann, bob, cid = (
        await house.seat(table, 1, 100),
        await house.seat(table, 2, 200),
        await house.seat(table, 3, 100),
    )
    banked = done(await fan_tan_set_bank.asyncio(table, client=bob, body=SetBank(50)))
    assert (banked.view.banker, banked.view.bank) == (2, 50)
    done(await fan_tan_start_round.asyncio(table, client=bob))
    for client, box, stake in ((ann, "1-2", 30), (ann, "3", 5), (cid, "1", 10)):
        done(await fan_tan_place_bet.asyncio(table, client=client, body=FanTanPlaceBet(box, stake)))
    own = await fan_tan_place_bet.asyncio(table, client=bob, body=FanTanPlaceBet("4", 10))
    assert refused(own) == "banker-may-not-bet"
    cut = done(await fan_tan_cut.asyncio(table, client=bob))
    assert the(FanTanPackCut, cut.events).number == 1
    lost, won, short = (event for event in cut.events if isinstance(event, FanTanBetSettled))
    assert (lost.on, lost.outcome) == (FanTanBetSettledOn.ON_3, FanTanBetSettledOutcome.LOST)
    assert (won.on, won.profit) == (FanTanBetSettledOn.ON_1, 30)
    assert (short.on, short.outcome) == (FanTanBetSettledOn.ON_1_2, FanTanBetSettledOutcome.PAID_SHORT)
    assert the(BankPassed, cut.events).to == 3
    return await house.stacks(table)
