"""Random players of punto banco."""

from hypothesis import strategies as st
from tests.support.machine import random_players

from croupier.domain.catalogue import GAMES
from croupier.domain.games.baccarat.commands import BOXES, BaccaratRules
from croupier.domain.table.state import StakeLimits

RULES = st.builds(
    BaccaratRules,
    decks=st.integers(1, 2),
    commission_percent=st.integers(0, 100),
    tie_pays=st.integers(1, 100),
    cut_card=st.sampled_from([6, 16, 48, 52, 60]),
)
LIMITS = st.builds(
    lambda least, more: StakeLimits(least, least + more), st.integers(1, 20), st.sampled_from([0, 1, 20, 500])
)

TestRandomPlayers = random_players(GAMES["baccarat"], RULES, LIMITS, BOXES)
