"""A round of Slippery Sam: one bets at once and loses, the other buys an upcard and beats the next."""

from croupier_client.api.play import (
    slippery_sam_bet,
    slippery_sam_buy_upcard,
    slippery_sam_pass,
    slippery_sam_set_bank,
    slippery_sam_start_round,
)
from croupier_client.api.tables import open_table
from croupier_client.models import (
    FixedDecks,
    OpenSlipperySamTable,
    SetBank,
    SlipperySamBet,
    SlipperySamBetSettled,
    SlipperySamBetSettledOutcome,
    SlipperySamLimits,
    SlipperySamTableAnswer,
    SlipperySamUpcardRefused,
)
from tests.clients.python.house import House, done, refused, the

CARDS = ["2C", "9D", "4C", "5C", "6C", "7C", "8H", "3D"]


async def play(house: House) -> dict[int, int]:
    """The stacks after the round, by seat."""
    fixed = FixedDecks([CARDS], banker=1)
    opening = OpenSlipperySamTable("slippery-sam", SlipperySamLimits(1), fixed=fixed)
    opened = done(await open_table.asyncio(client=house.client, body=opening))
    assert isinstance(opened, SlipperySamTableAnswer)
    table = opened.table
    ann, bob, cid = [await house.seat(table, seat, 100) for seat in (1, 2, 3)]
    done(await slippery_sam_set_bank.asyncio(table, client=ann, body=SetBank(18)))
    begun = done(await slippery_sam_start_round.asyncio(table, client=ann))
    turn = begun.view.play.turn
    assert turn is not None
    assert (begun.view.play.upcard, turn.seat, turn.price) == ("8H", 2, 4)
    assert refused(await slippery_sam_pass.asyncio(table, client=bob)) == "may-not-pass"
    bet = done(await slippery_sam_bet.asyncio(table, client=bob, body=SlipperySamBet(1)))
    lost = the(SlipperySamBetSettled, bet.events)
    assert (lost.outcome, lost.shown) == (SlipperySamBetSettledOutcome.LOST, ["2C", "4C", "6C"])
    bought = done(await slippery_sam_buy_upcard.asyncio(table, client=cid))
    assert the(SlipperySamUpcardRefused, bought.events).price == 4
    bet = done(await slippery_sam_bet.asyncio(table, client=cid, body=SlipperySamBet(20)))
    won = the(SlipperySamBetSettled, bet.events)
    assert (won.outcome, won.shown) == (SlipperySamBetSettledOutcome.WON, ["9D"])
    return await house.stacks(table)
