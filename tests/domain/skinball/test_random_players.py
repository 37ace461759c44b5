"""Random players of Skinball."""

from collections import Counter

from hypothesis import strategies as st
from hypothesis.stateful import invariant
from tests.support.machine import Table, random_players

from croupier.domain.cards import rank
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.state import deck_of
from croupier.domain.games.skinball.commands import SkinballCommission, SkinballRules
from croupier.domain.games.skinball.view import view
from croupier.domain.table.state import StakeLimits

COMMISSIONS = st.builds(
    SkinballCommission, on=st.sampled_from(["last-win", "every-win"]), percent=st.integers(0, 100)
)
RULES = st.builds(SkinballRules, commission=st.none() | COMMISSIONS)
LIMITS = st.builds(
    lambda least, more: StakeLimits(least, least + more), st.integers(1, 20), st.sampled_from([0, 1, 20, 500])
)
DECISIONS = {
    "dealing": "deal",
    "card": "accept-card",
    "stake": "stake",
    "cover": "cover",
    "new-card": "deal-on",
}


class SkinballTable(Table):
    """A table at which what is peculiar to Skinball holds besides."""

    @invariant()
    def every_live_card_has_its_three_mates_in_the_box(self) -> None:
        """Rule 21: so the box can't run out, and nothing was ever returned because it had."""
        assert '"rule":21' not in self.told
        if self.live.in_round:
            play, deck = self.live.play, deck_of(self.live)
            box = Counter(map(rank, deck.cards[deck.dealt :]))
            live = [held.card for held in play.cards.values()] + [*play.centre, play.bankers_card]
            assert all(box[rank(card)] == 3 for card in live if card)

    @invariant()
    def who_is_waited_for_can_do_what_is_wanted_of_him(self) -> None:
        """So that no table is ever stuck."""
        if self.live.in_round:
            shown = view(self.live, None)
            commands = {option.command for option in self.offered(shown.turn)}
            assert DECISIONS[shown.phase] in commands

    @invariant()
    def open_side_bets_are_between_players_with_cards(self) -> None:
        """Rule 10: a match settles all side bets of the card's holder."""
        if self.live.status != "unopened":
            play = self.live.play
            assert all({bet.seat, bet.against} <= play.cards.keys() for bet in play.side_bets)

    @invariant()
    def nothing_lies_on_the_table_between_rounds(self) -> None:
        """Rule 15: all cards are gathered, and no bet outlives its round."""
        if self.live.status != "unopened" and not self.live.in_round:
            assert self.live.play == self.GAME.play


TestRandomPlayers = random_players(GAMES["skinball"], RULES, LIMITS, ("2C", "9H", "TS", "AD"), SkinballTable)
