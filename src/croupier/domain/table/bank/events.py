"""The events of a rotating bank."""

from msgspec import Struct

from croupier.domain.cards import Card


class CardDrawn(Struct, frozen=True, tag="card-drawn"):
    """A seat got a card in the draw for the first bank."""

    seat: int
    card: Card


class BankerNamed(Struct, frozen=True, tag="banker-named"):
    """The seat banks: it won the draw, or a test table names it."""

    seat: int


class BankSet(Struct, frozen=True, tag="bank-set"):
    """The banker put `amount` up for his bank: it holds `bank` now, his stack `stack`."""

    seat: int
    amount: int
    bank: int
    stack: int


class BankPassed(Struct, frozen=True, tag="bank-passed"):
    """The bank passed by `rule` from `seat` to the seat `to` (null: nobody can bank, the next is drawn).

    The old banker took the `taken` chips of his bank; `stack` is what he has now.
    """

    seat: int
    to: int | None
    taken: int
    stack: int
    rule: int | None


PassingEvent = CardDrawn | BankerNamed | BankPassed
"""Of a bank that is the stack of who banks: nothing is set apart for it."""

BankEvent = CardDrawn | BankerNamed | BankSet | BankPassed
