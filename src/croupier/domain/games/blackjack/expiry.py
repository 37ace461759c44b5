"""What the clock does for who does not act in time (commands: time out)."""

from croupier.domain.decider import Given
from croupier.domain.games.blackjack.accidents.choices import accept, keep, to_choose_from
from croupier.domain.games.blackjack.bank import lose_bank, refuse_bank, take_bank
from croupier.domain.games.blackjack.course import begin_second, carry_on
from croupier.domain.games.blackjack.dealing import deal_next
from croupier.domain.games.blackjack.doubling import keep_stake, leave_stakes
from croupier.domain.games.blackjack.drawing import banker_stands, draw, let_stand
from croupier.domain.games.blackjack.pack import burn_top_card
from croupier.domain.games.blackjack.phases import drawer, has_begun, phase_of, redoubler, staker
from croupier.domain.games.blackjack.staking import place
from croupier.domain.games.blackjack.state import Accident, BlackjackTable, Steps


def expire(table: BlackjackTable, given: Given) -> Steps:
    """The default action of who is waited for: the oldest open accident first, then the turn.

    Raises `Rejected` (`wrong-phase`) when nobody is waited for.
    """
    if not table.in_round:
        return lose_bank(table)
    if table.play.accidents:
        return _settle_accident(table, table.play.accidents[0])
    match phase_of(table):
        case "first-go-round" | "second-go-round":
            return _deal_for_banker(table)
        case "doubling":
            return leave_stakes(table)
        case "drawing":
            return _draw_or_stand(table)
        case "banker":
            return banker_stands(table, 11)
        case "bank":
            return _choose_banker(table)
        case _:
            return _leave_stake(table)


def _settle_accident(table: BlackjackTable, accident: Accident) -> Steps:
    """An exposed card is accepted; of two cards the first is kept, and so is one that was not asked for."""
    if accident.kind == "exposed-card":
        return accept(table, accident)
    return keep(table, accident, to_choose_from(table, accident)[0])


def _deal_for_banker(table: BlackjackTable) -> Steps:
    """By hand a late banker's burn is made for him, else his go-round dealt as it ought to go (4, 7, 21)."""
    play = table.play
    if play.burn == "demanded" or (play.burn == "none" and not has_begun(play)):
        table = yield from burn_top_card(table)
        return (yield from carry_on(table))
    if play.stage == "bets":
        table = yield from begin_second(table)
    stage = table.play.stage
    while table.in_round and table.play.stage == stage and not table.play.accidents:
        table = yield from deal_next(table)
        table = yield from carry_on(table)
    return table


def _draw_or_stand(table: BlackjackTable) -> Steps:
    """The hand in turn stands, or gets from the clock the card that the banker was asked for."""
    hand = drawer(table)
    assert hand
    if not hand.asked:
        return (yield from let_stand(table, hand))
    table = yield from draw(table, hand, "up")
    return (yield from carry_on(table))


def _choose_banker(table: BlackjackTable) -> Steps:
    """Who won the bank takes it, who was offered it refuses."""
    play = table.play
    if play.offer:
        return refuse_bank(table, play.offer.to)
    return take_bank(table, play.heir if play.heir is not None else "house")


def _leave_stake(table: BlackjackTable) -> Steps:
    """The seat in turn stakes the minimum, or does not redouble."""
    seat = staker(table.play)
    if seat is not None:
        return place(table, seat, table.limits.min)
    asked = redoubler(table.play)
    assert asked is not None
    return keep_stake(table, asked)
