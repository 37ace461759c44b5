"""The commands of a wallet."""

from croupier.domain.amounts import Amount, Correction
from croupier.domain.decider import Command
from croupier.domain.ids import DisputeId, TableId


class OpenWallet(Command, frozen=True, tag="open-wallet"):
    """The operator opens a player's wallet."""


class Deposit(Command, frozen=True, tag="deposit"):
    """The operator pays money in for the player."""

    amount: Amount


class Withdraw(Command, frozen=True, tag="withdraw"):
    """The operator pays money out to the player."""

    amount: Amount


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Chips go from the wallet to a table, together with the table's own entry."""

    table: TableId
    amount: Amount


class CashOut(Command, frozen=True, tag="cash-out"):
    """Chips come back from a table, together with the table's own entry."""

    table: TableId
    amount: Amount


class Correct(Command, frozen=True, tag="correct"):
    """A ruled dispute moves chips to the wallet (negative: from it), together with its own entry."""

    dispute: DisputeId
    amount: Correction


WalletCommand = OpenWallet | Deposit | Withdraw | BuyIn | CashOut | Correct
