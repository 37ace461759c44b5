"""Explaining events to people: a plain sentence, and the arithmetic by which chips moved, written out.

The arithmetic is computed here from the table before the event, never copied from the event: where the two
differ, the record is wrong, and a report says so.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from croupier.domain.amounts import charge
from croupier.domain.cards import Card
from croupier.domain.decider import tag_of


class Line(Struct, frozen=True):
    """A line of arithmetic: `of` says what it gives (`stack`, `profit`), `sum` is written out.

    `sum` holds whole numbers, `+`, `-`, `x`, `/`, `mod`, brackets and `min`. Where the result is rounded up,
    `exact` is the value of the sum.
    """

    of: str
    sum: str
    result: int
    exact: str | None = None

    @property
    def text(self) -> str:
        """As people read it: `charge: 105 x 5/100 = 5.25, rounded up 6`."""
        value = f"{self.exact}, rounded up {self.result}" if self.exact else str(self.result)
        return f"{self.of}: {self.sum} = {value}"


class Placed(Struct, frozen=True):
    """A card that came off the deck: its place, from 0, to whom it went; None while it lies face down."""

    place: int
    to: str
    card: Card | None


class Tally(Struct, frozen=True):
    """What an event adds to a seat's account of the round.

    `wagered`: the stake of a bet of its own that was settled. `won`: what such bets brought, before charges;
    `lost`: what they cost. `charged`: what the house took. `banked`: the balance of others' bets against it
    while it banked. `paid`: prices paid to another, for the bank or an upcard; negative where it got them.
    """

    seat: int
    wagered: int = 0
    won: int = 0
    lost: int = 0
    charged: int = 0
    banked: int = 0
    paid: int = 0

    @property
    def balance(self) -> int:
        """By how many chips the seat is better off for all this."""
        return self.won - self.lost - self.charged + self.banked - self.paid

    def __add__(self, other: "Tally") -> "Tally":
        """Both accounts of the seat in one."""
        return Tally(
            self.seat,
            self.wagered + other.wagered,
            self.won + other.won,
            self.lost + other.lost,
            self.charged + other.charged,
            self.banked + other.banked,
            self.paid + other.paid,
        )


class Explanation(Struct, frozen=True):
    """An event for people. `rule` is the number of the rule by which it happened, if one is named."""

    sentence: str
    rule: int | None = None
    lines: tuple[Line, ...] = ()
    cards: tuple[Placed, ...] = ()
    tallies: tuple[Tally, ...] = ()


Sentences = Mapping[type[Struct], str | Callable[[Any], str]]
"""By events' types their sentences, with the events' fields in braces, or what makes them of the event."""

_NEVER_TOLD: Final = ("rule",)


def told(sentences: Sentences, event: Struct) -> Explanation:
    """The event's sentence with its fields filled in; one made of tag and fields where there is none."""
    sentence = sentences.get(type(event))
    rule = getattr(event, "rule", None)
    if sentence is None:
        return Explanation(_plain(event), rule)
    if callable(sentence):
        return Explanation(sentence(event), rule)
    return Explanation(sentence.format(**{name: _word(v) for name, v in asdict(event).items()}), rule)


def plainly(table: Any, event: Struct) -> Explanation:
    """The `explain` of a game that has none of its own."""
    return told({}, event)


def total(of: str, *terms: int) -> Line:
    """The terms added up."""
    first, *rest = terms
    written = "".join(f" - {-term}" if term < 0 else f" + {term}" for term in rest)
    return Line(of, f"{first}{written}", sum(terms))


def times(of: str, amount: int, factor: int) -> Line:
    """So many times the amount."""
    return Line(of, f"{amount} x {factor}", amount * factor)


def least(of: str, *amounts: int) -> Line:
    """The least of the amounts: what is due, or what there is to pay it with."""
    return Line(of, f"min({', '.join(map(str, amounts))})", min(amounts))


def percentage(of: str, amount: int, percent: int) -> Line:
    """`percent` of the amount, rounded up to a whole unit (conventions: rounding)."""
    hundredths = amount * percent
    whole = hundredths % 100 == 0
    exact = None if whole else f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0")
    return Line(of, f"{amount} x {percent}/100", charge(amount, percent), exact)


def modulo(of: str, values: Iterable[int], divisor: int) -> Line:
    """What is left of the values' sum when it is divided."""
    listed = tuple(values)
    return Line(of, f"({' + '.join(map(str, listed))}) mod {divisor}", sum(listed) % divisor)


def result(seat: int, stake: int, profit: int, charged: int = 0) -> Tally:
    """The account of who made a bet of that stake; its `profit` is what is left after the charge."""
    gross = profit + charged
    return Tally(seat, stake, max(gross, 0), max(-gross, 0), charged)


def against(banker: int | None, profit: int) -> tuple[Tally, ...]:
    """The account of the seat that banks against a bet of that profit, before charges."""
    return () if banker is None else (Tally(banker, banked=-profit),)


def _plain(event: Struct) -> str:
    tag = tag_of(event).replace("-", " ")
    known = ((name, v) for name, v in asdict(event).items() if name not in _NEVER_TOLD)
    fields = ", ".join(f"{name.replace('_', ' ')} {_word(v)}" for name, v in known)
    return f"{tag}: {fields}" if fields else tag


def _word(value: Any) -> Any:
    match value:
        case None:
            return "none"
        case tuple() | list():
            return ", ".join(str(_word(one)) for one in value) or "none"
        case _:
            return value
