"""A round of Skinball with a side bet, as `docs/games/skinball.md` has it."""

from croupier_client import AuthenticatedClient
from croupier_client.api.play import (
    skinball_accept_card,
    skinball_accept_side_bet,
    skinball_cover,
    skinball_deal,
    skinball_offer_side_bet,
    skinball_stake,
    skinball_start_round,
)
from croupier_client.api.tables import open_table
from croupier_client.models import (
    FixedDecks,
    OpenSkinballTable,
    SkinballAcceptSideBet,
    SkinballBetSettled,
    SkinballBetSettledOutcome,
    SkinballCover,
    SkinballNameStake,
    SkinballOfferSideBet,
    SkinballSideBetMade,
    SkinballSideBetOffered,
    SkinballSideBetSettled,
    SkinballTableAnswer,
    StakeLimits,
)
from tests.clients.python.house import House, done, refused, the

CARDS = ["4S", "QD", "8H", "8D", "QH"]


async def play(house: House) -> dict[int, int]:
    """The stacks after the round, by seat."""
    fixed = FixedDecks([CARDS], banker=1)
    opening = OpenSkinballTable("skinball", StakeLimits(1, 100), fixed=fixed)
    opened = done(await open_table.asyncio(client=house.client, body=opening))
    assert isinstance(opened, SkinballTableAnswer)
    table = opened.table
    ann, bob, cid = [await house.seat(table, seat, 100) for seat in (1, 2, 3)]
    done(await skinball_start_round.asyncio(table, client=ann))
    await _cards_are_taken(table, ann, bob, cid)
    await _they_bet_aside(table, bob, cid)
    dealt = done(await skinball_deal.asyncio(table, client=ann))
    assert the(SkinballBetSettled, dealt.events).outcome is SkinballBetSettledOutcome.LOST
    assert the(SkinballSideBetSettled, dealt.events).profit == 20
    last = done(await skinball_deal.asyncio(table, client=ann))
    won = the(SkinballBetSettled, last.events)
    assert (won.seat, won.profit, won.charge) == (3, 49, 1)
    assert last.view.banker == 3
    return await house.stacks(table)


async def _cards_are_taken(
    table: str, ann: AuthenticatedClient, bob: AuthenticatedClient, cid: AuthenticatedClient
) -> None:
    """Cid has the first card and Bob the third; the banker takes 50 of what Cid stakes, and all of Bob's."""
    offered = done(await skinball_deal.asyncio(table, client=ann))
    assert (offered.view.play.offered, offered.view.play.turn) == ("4S", 3)
    done(await skinball_accept_card.asyncio(table, client=cid))
    done(await skinball_deal.asyncio(table, client=ann))
    done(await skinball_stake.asyncio(table, client=cid, body=SkinballNameStake(60)))
    done(await skinball_cover.asyncio(table, client=ann, body=SkinballCover(50)))
    done(await skinball_deal.asyncio(table, client=ann))
    done(await skinball_accept_card.asyncio(table, client=bob))
    done(await skinball_stake.asyncio(table, client=bob, body=SkinballNameStake(10)))
    early = await skinball_offer_side_bet.asyncio(table, client=cid, body=SkinballOfferSideBet(2, 30))
    assert refused(early) == "bet-banker-first"
    done(await skinball_cover.asyncio(table, client=ann, body=SkinballCover(10)))


async def _they_bet_aside(table: str, bob: AuthenticatedClient, cid: AuthenticatedClient) -> None:
    proposed = done(
        await skinball_offer_side_bet.asyncio(table, client=cid, body=SkinballOfferSideBet(2, 30))
    )
    offer = the(SkinballSideBetOffered, proposed.events).offer
    taken = await skinball_accept_side_bet.asyncio(table, client=bob, body=SkinballAcceptSideBet(offer, 20))
    assert the(SkinballSideBetMade, done(taken).events).stake == 20
