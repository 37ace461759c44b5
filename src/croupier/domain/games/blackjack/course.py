"""The course of a round: all that follows by itself until somebody has to decide (rules 4, 7-13, 18, 27)."""

from collections.abc import Callable

from croupier.domain.cards import rank
from croupier.domain.decks.steps import reveal_current_deck
from croupier.domain.games.blackjack.bank import keep_or_pass_bank
from croupier.domain.games.blackjack.dealing import deal_next, give
from croupier.domain.games.blackjack.events.bank import BankWon
from croupier.domain.games.blackjack.events.cards import GoRoundEnded, GoRoundStarted
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, HandStood
from croupier.domain.games.blackjack.hands import accident_of, cards_of, live
from croupier.domain.games.blackjack.naturals import settle_naturals
from croupier.domain.games.blackjack.pack import cards_to_come
from croupier.domain.games.blackjack.phases import drawer, go_round_is_over, phase_of
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.games.blackjack.stopping import stop
from croupier.domain.games.blackjack.values import total
from croupier.domain.table.bank.banker import banker_in

Step = Callable[[BlackjackTable], Steps]


def carry_on(table: BlackjackTable) -> Steps:
    """Take one step after the other that needs nobody's decision."""
    while step := _following(table):
        table = yield from step(table)
    return table


def _following(table: BlackjackTable) -> Step | None:
    if not table.in_round or table.play.burn == "demanded":
        return None
    match table.play.stage:
        case "first" | "second":
            return _next_of_go_round(table)
        case "bets":
            automatic = table.rules.dealing == "automatic"
            return begin_second if automatic and phase_of(table) == "second-go-round" else None
        case "drawing":
            return _next_of_drawing(table)
        case _:
            return None


def _next_of_go_round(table: BlackjackTable) -> Step | None:
    """Rules 4, 7 and 25: an open accident keeps the go-round from its end, in automatic dealing from all.

    Rule 27: a second go-round for which no cards are left ends there, too.
    """
    play = table.play
    first = play.stage == "first"
    if play.accidents:
        return None
    if not first and not live(play):
        return finish
    if go_round_is_over(play) or not cards_to_come(table):
        return _end_first if first else _end_second
    return deal_next if table.rules.dealing == "automatic" else None


def begin_second(table: BlackjackTable) -> Steps:
    """Rule 7: when all bets are made the second go-round begins."""
    return (yield GoRoundStarted(2))


def _end_first(table: BlackjackTable) -> Steps:
    return (yield GoRoundEnded(1))


def _end_second(table: BlackjackTable) -> Steps:
    """Rules 8 and 9: with two cards each the naturals are settled; the banker's ends the round."""
    table = yield GoRoundEnded(2)
    table = yield from settle_naturals(table)
    if table.play.stage == "banker":
        table = yield from finish(table)
    return table


def _next_of_drawing(table: BlackjackTable) -> Step | None:
    """Rules 10, 11 and 13: the hands in turn, after the last the banker, if anybody is left."""
    for hand in live(table.play):
        if hand.split and not hand.stands and not accident_of(table.play, hand.seat):
            if len(hand.cards) == 1:
                return _second_card(hand) if cards_to_come(table) else _stand(hand, 27)
            if _has_split_ace(table, hand) and len(hand.cards) == 2:
                return _stand(hand, 13)
    turn = drawer(table)
    if turn is None:
        if table.play.accidents:
            return None
        return _turn_up_banker if live(table.play) else finish
    if turn.asked and not cards_to_come(table):
        return lambda table: stop(table, turn, 27)
    return None


def _second_card(hand: Hand) -> Step:
    """Rule 13: each of the two hands gets its second card at once."""
    return lambda table: give(table, hand.seat, hand.number, "up", 13)


def _stand(hand: Hand, rule: int) -> Step:
    def step(table: BlackjackTable) -> Steps:
        return (yield HandStood(hand.seat, hand.number, rule))

    return step


def _has_split_ace(table: BlackjackTable, hand: Hand) -> bool:
    return rank(cards_of(table, hand.cards)[0]) == "A"


def _turn_up_banker(table: BlackjackTable) -> Steps:
    """Rule 11: when all are done the banker turns up his hand."""
    own = cards_of(table, table.play.own)
    return (yield BankerTurnedUp(banker_in(table), own, total(own), 11))


def finish(table: BlackjackTable) -> Steps:
    """All hands are settled. Rule 18: who was dealt a natural that the banker had not has won the bank.

    Of several it is the nearest to the banker's left; else the banker goes on (rule 20 excepted).
    """
    table = yield from reveal_current_deck(table)
    for hand in table.play.hands:
        if hand.settled and hand.settled.rule == 9:
            return (yield BankWon(hand.seat, 18))
    return (yield from keep_or_pass_bank(table))
