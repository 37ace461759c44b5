"""A round's report as a page, to be read in a minute or printed."""

import re
from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct, to_builtins

from croupier.domain.decider import Actor
from croupier.service.records import moment, timestamp
from croupier.service.rounds.report import CardReport, EventReport, RoundReport

_CSS: Final = files("croupier.adapters.http.pages").joinpath("round.css").read_text()
_HASH: Final = b64encode(sha256(_CSS.encode()).digest()).decode()

POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""The page's Content-Security-Policy: nothing but its own style, whatever somebody got into a text of it."""

_BACKTICKS: Final = re.compile("`([^`]+)`")
_NOT_LOGGED: Final = "an entry was changed: it does not follow on, goes back in time or is not as published"
_UNCOVERED: Final = "when a checkpoint covers an entry"
_SUITS: Final = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}


class _Check(Struct, frozen=True):
    state: str
    title: str
    text: str


def round_page(report: RoundReport, reader: Actor, now: datetime, proofs: bool) -> bytes:
    """The page in UTF-8, made for that reader."""
    return rendered(
        "round.html",
        report=report,
        checks=_checks(report),
        settlements=_settlements(report),
        hands=_hands(report.cards),
        many_shuffles=any(card.shuffle > 1 for card in report.cards),
        off={(card.shuffle, card.place) for card in report.cards},
        everything=sorted((*report.entries, *report.related), key=lambda entry: entry.where.position),
        in_log=_in_log(report),
        proofs=proofs,
        reader=reader,
        made_at=timestamp(now),
    )


def rendered(template: str, **values: Any) -> bytes:
    """The template with these values, and its style in it, in UTF-8."""
    css = Markup(_CSS)  # noqa: S704, the package's own file
    return _ENVIRONMENT.get_template(template).render(css=css, **values).encode()


def _checks(report: RoundReport) -> list[_Check]:
    checks = report.checks
    return [
        _check(checks.arithmetic, "Arithmetic", "every sum gives what is recorded", "a sum does not"),
        _check(checks.chips, "Chips", "none appeared, none vanished", "some appeared or vanished"),
        _check(checks.commitment, "Commitment", "the seed is the one committed to", "the seed is another"),
        _check(checks.cards, "Cards", "all are those of the recomputed deck", "one is another"),
        _check(checks.log, "Log", "all entries follow on, as published", _NOT_LOGGED, _UNCOVERED),
    ]


def _check(
    holds: bool | None, title: str, good: str, bad: str, later: str = "when the deck is revealed"
) -> _Check:
    if holds is None:
        return _Check("open", title, later)
    return _Check("good", title, good) if holds else _Check("bad", title, f"wrong: {bad}")


def _in_log(report: RoundReport) -> str:
    """What can be said of all entries of the page, up to the name of the log."""
    match report.checks.log:
        case None:
            return "No entry above is in a published checkpoint yet of the log"
        case False:
            return (
                "WRONG: the entries above cannot all be shown to be leaves of the published tree,"
                " or do not follow on one another, in the log"
            )
    if all(entry.proof for entry in (*report.entries, *report.related)):
        return "Every entry above is a leaf of the published tree of the log"
    return "Every entry above that has a proof below is a leaf of the published tree of the log"


def _settlements(report: RoundReport) -> list[EventReport]:
    """The events by which a bet was settled or somebody charged."""
    every = (event for entry in report.entries for event in entry.events)
    return [event for event in every if {line.of for line in event.arithmetic} & {"profit", "charge"}]


def _hands(cards: tuple[CardReport, ...]) -> list[tuple[str, list[CardReport]]]:
    """The cards by whom they went to, in the order of the first of each."""
    found: dict[str, list[CardReport]] = {}
    for card in cards:
        found.setdefault(card.to, []).append(card)
    return list(found.items())


def _number(amount: int) -> str:
    return f"{amount:,}".replace(",", "\u202f").replace("-", "\u2212")


def _signed(amount: int) -> str:
    return f"+{_number(amount)}" if amount > 0 else _number(amount)


def _sum(text: str) -> str:
    return text.replace(" x ", " \u00d7 ").replace("-", "\u2212")


def _moment(at: str) -> str:
    return moment(at).strftime("%Y-%m-%d %H:%M:%S.%f")


def _settings(values: Any) -> str:
    """Rules, limits or a command's fields: `min 5, max 500`."""
    listed = to_builtins(values)
    return ", ".join(f"{_words(name)} {_setting(value)}" for name, value in listed.items()) or "none"


def _setting(value: Any) -> str:
    return _settings(value) if isinstance(value, dict) else str(value)


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _code(text: str) -> Markup:
    """The text with what stands between backticks as code; all of it is escaped first."""
    return Markup(_BACKTICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704


def _card(card: str) -> str:
    return f"{card[0].replace('T', '10')}{_SUITS[card[1]]}"


_ENVIRONMENT: Final = Environment(
    loader=PackageLoader("croupier.adapters.http", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters |= {
    "card": _card,
    "code": _code,
    "moment": _moment,
    "number": _number,
    "settings": _settings,
    "signed": _signed,
    "sum": _sum,
    "words": _words,
}
