"""A round of blackjack after which the bank is sold, as `docs/games/blackjack.md` has it."""

from croupier_client import AuthenticatedClient
from croupier_client.api.play import (
    blackjack_buy_bank,
    blackjack_double,
    blackjack_no_redouble,
    blackjack_redouble,
    blackjack_sell_bank,
    blackjack_stake,
    blackjack_stand,
    blackjack_start_round,
)
from croupier_client.api.tables import open_table, read_table
from croupier_client.models import (
    BlackjackBankSold,
    BlackjackBankWon,
    BlackjackHandSettled,
    BlackjackLimits,
    BlackjackSellBank,
    BlackjackStake,
    BlackjackTableAnswer,
    BlackjackTableReading,
    FixedDecks,
    OpenBlackjackTable,
)
from tests.clients.python.house import House, done, refused, the

CARDS = ["9C", "AD", "8H", "TC", "JD", "TH"]


async def play(house: House) -> dict[int, int]:
    """The stacks after the round, by seat."""
    opening = OpenBlackjackTable("blackjack", BlackjackLimits(), fixed=FixedDecks([CARDS], banker=1))
    opened = done(await open_table.asyncio(client=house.client, body=opening))
    assert isinstance(opened, BlackjackTableAnswer)
    table = opened.table
    ann, bob, cyd = (
        await house.seat(table, 1, 30),
        await house.seat(table, 3, 20),
        await house.seat(table, 5, 20),
    )
    done(await blackjack_start_round.asyncio(table, client=ann))
    await _he_sees_his_own_card_alone(table, bob)
    early = await blackjack_stake.asyncio(table, client=cyd, body=BlackjackStake(2))
    assert refused(early) == "not-your-turn"
    done(await blackjack_stake.asyncio(table, client=bob, body=BlackjackStake(2)))
    done(await blackjack_stake.asyncio(table, client=cyd, body=BlackjackStake(3)))
    done(await blackjack_double.asyncio(table, client=ann))
    done(await blackjack_no_redouble.asyncio(table, client=bob))
    natural = done(await blackjack_redouble.asyncio(table, client=cyd))
    assert the(BlackjackHandSettled, natural.events).profit == 24
    done(await blackjack_stand.asyncio(table, client=bob))
    ended = done(await blackjack_stand.asyncio(table, client=ann))
    assert the(BlackjackBankWon, ended.events).seat == 5
    done(await blackjack_sell_bank.asyncio(table, client=cyd, body=BlackjackSellBank(to=3, price=4)))
    sold = done(await blackjack_buy_bank.asyncio(table, client=bob))
    assert the(BlackjackBankSold, sold.events).price == 4
    return await house.stacks(table)


async def _he_sees_his_own_card_alone(table: str, bob: AuthenticatedClient) -> None:
    reading = await read_table.asyncio(table, client=bob)
    assert isinstance(reading, BlackjackTableReading)
    own, other = reading.view.play.hands
    assert (own.cards[0].card, other.cards[0].card) == ("9C", None)
    assert {"stake", "contribute", "leave"} == {option.command for option in reading.options}
