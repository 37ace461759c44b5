"""Chinese fan-tan with cards: bets on how many cards are left when a cut is counted off in fours."""

from croupier.domain.games.fan_tan.banking import vacate
from croupier.domain.games.fan_tan.commands import FanTanCommand, FanTanRules
from croupier.domain.games.fan_tan.decide import awaits, decide, expire
from croupier.domain.games.fan_tan.events import FanTanEvent
from croupier.domain.games.fan_tan.evolve import EVOLVE
from croupier.domain.games.fan_tan.explaining import explain
from croupier.domain.games.fan_tan.field_words import FIELDS
from croupier.domain.games.fan_tan.odds import exact_odds
from croupier.domain.games.fan_tan.options import options
from croupier.domain.games.fan_tan.refusal_words import REFUSALS
from croupier.domain.games.fan_tan.rule_words import RULES
from croupier.domain.games.fan_tan.standing import standing
from croupier.domain.games.fan_tan.state import Play
from croupier.domain.games.fan_tan.statistics import statistics
from croupier.domain.games.fan_tan.view import FanTanView, view
from croupier.domain.games.game import Game
from croupier.domain.table.state import StakeLimits, check_limits

GAME = Game(
    name="fan-tan",
    version=1,
    title="Chinese fan-tan with cards",
    places=14,
    rules=FanTanRules,
    limits=StakeLimits,
    commands=FanTanCommand.__args__,
    events=FanTanEvent.__args__,
    play=Play(),
    play_view=FanTanView,
    packs=lambda rules: 1,
    cuts=True,
    check=lambda rules, limits: check_limits(limits),
    decide=decide,
    expire=expire,
    awaits=awaits,
    evolve=EVOLVE,
    options=options,
    view=view,
    standing=standing,
    banks="player",
    vacate=vacate,
    odds=exact_odds,
    statistics=statistics,
    explain=explain,
    rule_words=RULES,
    field_words=FIELDS,
    refusal_words=REFUSALS,
)
