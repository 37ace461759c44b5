"""The events of a wallet; `balance` is what it holds after each."""

from msgspec import Struct


class WalletOpened(Struct, frozen=True, tag="wallet-opened"):
    """The wallet was opened, empty."""


class Deposited(Struct, frozen=True, tag="deposited"):
    """Money was paid in."""

    amount: int
    balance: int


class Withdrawn(Struct, frozen=True, tag="withdrawn"):
    """Money was paid out."""

    amount: int
    balance: int


class BoughtIn(Struct, frozen=True, tag="bought-in"):
    """Chips went to a table."""

    table: str
    amount: int
    balance: int


class CashedOut(Struct, frozen=True, tag="cashed-out"):
    """Chips came back from a table."""

    table: str
    amount: int
    balance: int


class Corrected(Struct, frozen=True, tag="corrected"):
    """A ruled dispute put `amount` into the wallet (negative: took it out)."""

    dispute: str
    amount: int
    balance: int


WalletEvent = WalletOpened | Deposited | Withdrawn | BoughtIn | CashedOut | Corrected
