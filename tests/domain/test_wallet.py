"""A player's wallet."""

from typing import Any

import pytest
from tests.support.disputes import VERA
from tests.support.story import CLOCK, Story

from croupier.domain.amounts import FULL
from croupier.domain.decider import Actor
from croupier.domain.wallet import WALLET
from croupier.domain.wallet.commands import BuyIn, CashOut, Correct, Deposit, OpenWallet, Withdraw
from croupier.domain.wallet.events import BoughtIn, CashedOut, Corrected, Deposited, WalletOpened, Withdrawn


def given(*history: Any) -> Story:
    return Story(WALLET, "wallet-ann", history)


def test_a_wallet_is_opened_empty() -> None:
    story = given().when(OpenWallet()).then(WalletOpened())
    assert story.state.balance == 0


def test_a_deposit_adds_to_the_balance() -> None:
    given(WalletOpened(), Deposited(50, 50)).when(Deposit(100)).then(Deposited(100, 150))


def test_a_withdrawal_takes_from_the_balance() -> None:
    given(WalletOpened(), Deposited(50, 50)).when(Withdraw(50)).then(Withdrawn(50, 0))


def test_buying_in_takes_chips_to_the_table_that_is_named() -> None:
    given(WalletOpened(), Deposited(50, 50)).when(BuyIn("baccarat-1", 20)).then(
        BoughtIn("baccarat-1", 20, 30)
    )


def test_cashing_out_brings_chips_back_from_the_table_that_is_named() -> None:
    given(WalletOpened(), Deposited(50, 50)).when(CashOut("baccarat-1", 20)).then(
        CashedOut("baccarat-1", 20, 70)
    )


def test_a_wallet_is_not_opened_twice() -> None:
    given(WalletOpened()).when(OpenWallet()).then_refused("wallet-exists")


@pytest.mark.parametrize("command", [Deposit(1), Withdraw(1), BuyIn("t-1", 1), CashOut("t-1", 1)])
def test_nothing_is_done_with_a_wallet_that_was_not_opened(command: Any) -> None:
    given().when(command).then_refused("no-wallet")


@pytest.mark.parametrize("command", [Withdraw(51), BuyIn("t-1", 51)])
def test_a_wallet_pays_out_no_more_than_it_holds(command: Any) -> None:
    given(WalletOpened(), Deposited(50, 50)).when(command).then_refused("insufficient-funds")


def test_a_wallet_is_filled_to_what_json_keeps_exact_and_no_further() -> None:
    history = (WalletOpened(), Deposited(FULL - 10, FULL - 10))
    given(*history).when(Deposit(11)).then_refused("wallet-full")
    given(*history).when(Deposit(10)).then(Deposited(10, FULL))


def test_winnings_are_cashed_out_whatever_the_wallet_holds() -> None:
    given(WalletOpened(), Deposited(FULL, FULL)).when(CashOut("t-1", 1)).then(CashedOut("t-1", 1, FULL + 1))


DISPUTE = "dispute-k3vq7m2abcdefghi"


def test_a_ruling_puts_chips_into_the_wallet_or_takes_them_out() -> None:
    story = given(WalletOpened(), Deposited(50, 50))
    story.when(Correct(DISPUTE, 20), VERA).then(Corrected(DISPUTE, 20, 70))
    story.when(Correct(DISPUTE, -70), VERA).then(Corrected(DISPUTE, -70, 0))


def test_no_ruling_takes_more_than_there_is_or_puts_in_more_than_fits() -> None:
    story = given(WalletOpened(), Deposited(50, 50))
    story.when(Correct(DISPUTE, -51), VERA).then_refused("insufficient-funds")
    story.when(Correct(DISPUTE, FULL - 49), VERA).then_refused("wallet-full")
    given().when(Correct(DISPUTE, 1), VERA).then_refused("no-wallet")


@pytest.mark.parametrize("who", ["house", "ann", CLOCK, Actor("regulator", "rex")])
def test_nobody_but_an_auditor_corrects_a_wallet(who: Actor | str) -> None:
    given(WalletOpened()).when(Correct(DISPUTE, 20), who).then_refused("not-the-judge")
