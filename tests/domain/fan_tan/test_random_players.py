"""Random players of fan-tan."""

from hypothesis import strategies as st
from tests.support.machine import random_players

from croupier.domain.catalogue import GAMES
from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.layout import SPOTS
from croupier.domain.table.state import StakeLimits

RULES = st.builds(FanTanRules, rounds_per_bank=st.integers(1, 3))
LIMITS = st.builds(
    lambda least, more: StakeLimits(least, least + more), st.integers(1, 20), st.sampled_from([0, 1, 20, 500])
)

TestRandomPlayers = random_players(GAMES["fan-tan"], RULES, LIMITS, (*SPOTS, "1-3"))
