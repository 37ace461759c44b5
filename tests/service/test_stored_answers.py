"""The answers stored for repeats: sealed, each for its own key."""

from typing import Any

import pytest
from tests.support.playing import HOUSE, LOG, Casino

from croupier.adapters.sealer import Sealer
from croupier.domain.wallet.commands import Deposit, OpenWallet
from croupier.service.answers import wallet_answer
from croupier.service.errors import SealBroken
from croupier.service.handling import Key, Order
from croupier.service.stored_answers import open_answer, seal_answer

SECRETS = Sealer([bytes(range(32))])
ANSWER = b'{"card":"QH"}'


def test_a_stored_answer_opens_under_its_own_key_alone() -> None:
    stored = seal_answer(SECRETS, "house", "player:ann POST /x", "k", ANSWER)
    assert b"QH" not in stored
    assert open_answer(SECRETS, "house", "player:ann POST /x", "k", stored) == ANSWER
    for place in (("other", "player:ann POST /x", "k"), ("house", "player:bob POST /x", "k")):
        with pytest.raises(SealBroken):
            open_answer(SECRETS, *place, stored)
    with pytest.raises(SealBroken):
        open_answer(SECRETS, "house", "player:ann POST /x", "another", stored)


def test_an_answer_from_before_answers_were_sealed_is_given_as_it_is() -> None:
    assert open_answer(SECRETS, "house", "player:ann POST /x", "k", ANSWER) == ANSWER


async def test_what_the_store_is_given_is_sealed_and_a_repeat_gets_the_answer_itself() -> None:
    casino = Casino(secrets=SECRETS)
    await casino.give("wallet-ann", OpenWallet())
    order = Order(LOG, "wallet-ann", Deposit(7), HOUSE, key=Key("op", "k", b"print"))
    first = await casino.handling.handle(order, wallet_answer)
    store: Any = casino.store
    stored = await store.repeated(LOG, "op", "k")
    assert b"deposited" in first.answer
    assert b"deposited" not in stored.answer
    again = await casino.handling.handle(order, wallet_answer)
    assert (again.answer, again.repeated) == (first.answer, True)
