"""How the commands of a wallet are decided, and how its events change it."""

from collections.abc import Generator
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.amounts import FULL
from croupier.domain.decider import Given, Rejected, SeedEntrusted
from croupier.domain.wallet.commands import (
    BuyIn,
    CashOut,
    Correct,
    Deposit,
    OpenWallet,
    WalletCommand,
    Withdraw,
)
from croupier.domain.wallet.events import (
    BoughtIn,
    CashedOut,
    Corrected,
    Deposited,
    WalletEvent,
    WalletOpened,
    Withdrawn,
)


class Wallet(Struct, frozen=True):
    """A player's money outside the tables, in whole units. `id` is the wallet's stream."""

    id: str
    opened: bool = False
    balance: int = 0


Steps = Generator[WalletEvent, Wallet, Wallet]


def decide(command: WalletCommand, wallet: Wallet, given: Given) -> Steps:
    """Decide a command.

    Raises `Rejected`: `wallet-exists`, `no-wallet`, `insufficient-funds`, `wallet-full`, `not-the-judge`.
    """
    if isinstance(command, OpenWallet) == wallet.opened:
        raise _existence(wallet)
    match command:
        case OpenWallet():
            return (yield WalletOpened())
        case Deposit(amount):
            return (yield Deposited(amount, _more(wallet, amount)))
        case Withdraw(amount):
            return (yield Withdrawn(amount, _less(wallet, amount)))
        case BuyIn(table, amount):
            return (yield BoughtIn(table, amount, _less(wallet, amount)))
        case CashOut(table, amount):
            return (yield CashedOut(table, amount, wallet.balance + amount))
        case Correct(dispute, amount):
            if given.actor.role != "auditor":
                raise Rejected("not-the-judge", "only the ruling on a dispute corrects a wallet")
            return (yield Corrected(dispute, amount, _corrected(wallet, amount)))
        case _:
            assert_never(command)


def _existence(wallet: Wallet) -> Rejected:
    if wallet.opened:
        return Rejected("wallet-exists", "the player has a wallet")
    return Rejected("no-wallet", "there is no such wallet")


def _corrected(wallet: Wallet, amount: int) -> int:
    return _more(wallet, amount) if amount > 0 else _less(wallet, -amount)


def _more(wallet: Wallet, amount: int) -> int:
    if wallet.balance + amount > FULL:
        raise Rejected("wallet-full", f"a wallet holds at most {FULL}")
    return wallet.balance + amount


def _less(wallet: Wallet, amount: int) -> int:
    if amount > wallet.balance:
        raise Rejected("insufficient-funds", f"the wallet holds {wallet.balance}")
    return wallet.balance - amount


def evolve(wallet: Wallet, event: WalletEvent | SeedEntrusted) -> Wallet:
    """The wallet after the event."""
    match event:
        case WalletOpened():
            return replace(wallet, opened=True)
        case Deposited() | Withdrawn() | BoughtIn() | CashedOut() | Corrected():
            return replace(wallet, balance=event.balance)
        case SeedEntrusted():
            return wallet
        case _:
            assert_never(event)
