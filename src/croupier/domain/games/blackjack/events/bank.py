"""The events of the right to the bank, from its winning to its sale (rules 18, 19)."""

from msgspec import Struct


class BankWon(Struct, frozen=True, tag="bank-won"):
    """The seat was dealt a natural that the banker had not: it may take the bank or sell it, by `rule` 18."""

    seat: int
    rule: int


class BankOffered(Struct, frozen=True, tag="bank-offered"):
    """Who won the bank offers it to the seat `to` for `price` (rule 19)."""

    seat: int
    to: int
    price: int


class BankRefused(Struct, frozen=True, tag="bank-refused"):
    """The seat `to` refused the offer of the bank (rule 19)."""

    seat: int
    to: int


class BankSold(Struct, frozen=True, tag="bank-sold"):
    """The seat `to` bought the bank from `seat` for `price`, from stack to stack, by `rule` 19.

    `stack` is what the seller has now, `buyer_stack` what the buyer has left.
    """

    seat: int
    to: int
    price: int
    stack: int
    buyer_stack: int
    rule: int


RightEvent = BankWon | BankOffered | BankRefused | BankSold
