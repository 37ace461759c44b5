"""Random players of blackjack, by hand and automatic."""

from hypothesis import strategies as st
from hypothesis.stateful import invariant
from msgspec import json
from tests.support.machine import Table, random_players

from croupier.domain.cards import PACK
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.state import deck_of
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules
from croupier.domain.games.blackjack.hands import live
from croupier.domain.games.blackjack.state import Dealt, Play
from croupier.domain.games.blackjack.view import view

RULES = st.builds(
    BlackjackRules,
    dealing=st.sampled_from(["automatic", "manual"]),
    after_burn=st.sampled_from(["reshuffle", "deal"]),
    bust=st.sampled_from(["automatic", "declared"]),
)
LIMITS = st.builds(
    lambda least, more: BlackjackLimits(least, least + more), st.integers(1, 20), st.sampled_from([0, 2, 500])
)


def on_the_table(play: Play) -> list[tuple[int, Dealt]]:
    """The cards of hands not settled and of accidents, with their owners; the banker's by 0."""
    held = [(hand.seat, card) for hand in live(play) for card in hand.cards]
    waiting = [(accident.seat, accident.card) for accident in play.accidents]
    return [*held, *waiting, *((0, card) for card in play.own)]


class BlackjackTable(Table):
    """A table at which what is peculiar to blackjack holds besides."""

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        """Hands, pack and discards are the whole pack but a card burned at the bottom (rules 3, 27)."""
        if self.live.in_round and self.live.decks.current:
            deck, play = deck_of(self.live), self.live.play
            held = [deck.cards[card.place] for _, card in on_the_table(play)]
            rest = [*deck.cards[deck.dealt :], *(deck.cards[place] for place in play.discards)]
            out = play.burn == "done" and self.live.rules.after_burn == "deal"
            cards = sorted([*held, *rest, *([play.burned] if out else [])])
            assert cards == sorted(PACK)

    @invariant()
    def a_card_face_down_is_seen_by_its_owner_alone(self) -> None:
        """Until it is shown, neither views nor events tell it."""
        if not self.live.in_round or not self.live.decks.current:
            return
        play = self.live.play
        views = {viewer: json.encode(view(self.live, viewer)).decode() for viewer in self.viewers()}
        shown = {card.card for hand in play.hands for card in hand.cards if card.card} | {play.burned}
        for owner, card in on_the_table(play):
            name = deck_of(self.live).cards[card.place]
            if card.card is None and name not in shown:
                told = [viewer for viewer, text in views.items() if f'"{name}"' in text]
                assert told == [owner or self.live.banker]

    @invariant()
    def who_is_waited_for_can_act(self) -> None:
        """So that no table is ever stuck."""
        if self.live.in_round:
            own = {kind.__struct_config__.tag for kind in self.GAME.commands}
            waiting = view(self.live, None).awaited
            assert waiting
            for seat in waiting:
                assert own & {option.command for option in self.offered(seat)}
            awaited = self.GAME.awaits(self.live)
            assert awaited
            assert awaited.by in waiting

    @invariant()
    def nothing_lies_on_the_table_between_rounds(self) -> None:
        """Every hand of a round that is over was settled."""
        if self.live.status != "unopened" and not self.live.in_round:
            assert not live(self.live.play)
            assert not self.live.play.accidents


TestRandomPlayers = random_players(
    GAMES["blackjack"], RULES, LIMITS, ("2C", "9H", "TS", "AD"), BlackjackTable
)
