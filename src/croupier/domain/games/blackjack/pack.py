"""The pack: burning its top card (rules 3, 21), and its end (rule 27)."""

from croupier.domain.cards import Card
from croupier.domain.decks.state import deck_of
from croupier.domain.decks.steps import reshuffle_deck, shuffle_discards
from croupier.domain.games.blackjack.events.cards import CardBurned
from croupier.domain.games.blackjack.state import BlackjackTable, Steps


def burn_top_card(table: BlackjackTable) -> Steps:
    """Rule 3: the top card is shown to all and burned; then, as the table plays it, all is shuffled again.

    Rule 21: demanded, the cards are gathered and shuffled first. A named pack lies as it does after burn
    and reshuffle, so nothing more is shuffled there.
    """
    rule = 3
    if table.play.burn == "demanded":
        rule, table = 21, (yield from reshuffle_deck(table, 1))
    table = yield CardBurned(_burned(table), rule)
    if table.rules.after_burn == "reshuffle" and table.decks.fixed is None:
        table = yield from reshuffle_deck(table, 1)
    return table


def _burned(table: BlackjackTable) -> Card | None:
    """The top card; at a test table the one named for the round's first shuffle, if any."""
    deck, fixed = deck_of(table), table.decks.fixed
    if fixed is None:
        return deck.next_card()
    named = fixed.burned[table.round - 1 : table.round]
    return named[0] if named and deck.shuffle == 1 else None


def cards_to_come(table: BlackjackTable) -> int:
    """How many cards can still be dealt in this round: those of the pack, then the discards (rule 27)."""
    return deck_of(table).left + len(table.play.discards)


def can_deal(table: BlackjackTable, cards: int = 1) -> bool:
    """Whether so many cards can be dealt now.

    A test table may have discards but no named list for their shuffle; then they can't.
    """
    left = deck_of(table).left
    return left >= cards or (cards_to_come(table) >= cards and not table.decks.exhausted)


def ready_pack(table: BlackjackTable) -> Steps:
    """Rule 27: a pack that is dealt out is made of the discards of settled hands, of which there are some."""
    if deck_of(table).left:
        return table
    return (yield from shuffle_discards(table, table.play.discards))
