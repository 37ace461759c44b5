"""Random players of Slippery Sam."""

from hypothesis import strategies as st
from hypothesis.stateful import invariant
from msgspec import json
from tests.support.machine import Table, random_players

from croupier.domain.catalogue import GAMES
from croupier.domain.games.slippery_sam.commands import SlipperySamLimits, SlipperySamRules
from croupier.domain.games.slippery_sam.hands import hand_of
from croupier.domain.table.events import RoundStarted
from croupier.domain.view import table_view

RULES = st.builds(
    SlipperySamRules,
    upcard_price=st.just("fifth") | st.integers(0, 30),
    refusals=st.integers(0, 4) | st.just(48),
)
LIMITS = st.builds(SlipperySamLimits, st.integers(1, 50))


class BlindTable(Table):
    """A table at which rule 5 holds."""

    @invariant()
    def no_card_is_told_of_a_hand_that_was_not_settled(self) -> None:
        """Neither by the events of the round nor by what anybody sees; of a hand that won, one card is."""
        if not self.live.in_round:
            return
        started = json.encode(RoundStarted(self.live.round)).decode()
        told = self.told[self.told.rindex(started) :]
        views = [json.encode(table_view(self.GAME, self.live, viewer)).decode() for viewer in self.viewers()]
        seen = "".join((told, *views))
        shown = {bet.seat: len(bet.shown) for bet in self.live.play.settled}
        for seat in self.live.play.order:
            assert sum(f'"{card}"' in seen for card in hand_of(self.live, seat)) == shown.get(seat, 0)


TestRandomPlayers = random_players(GAMES["slippery-sam"], RULES, LIMITS, (), BlindTable)
