"""Skinball: a player banks; whose card is matched first loses to him, or to another who bet on it."""

from croupier.domain.games.game import Game
from croupier.domain.games.skinball.banking import vacate
from croupier.domain.games.skinball.commands import SkinballCommand, SkinballRules
from croupier.domain.games.skinball.decide import awaits, decide, expire
from croupier.domain.games.skinball.events import SkinballEvent
from croupier.domain.games.skinball.evolve import EVOLVE
from croupier.domain.games.skinball.explaining import explain
from croupier.domain.games.skinball.field_words import FIELDS
from croupier.domain.games.skinball.odds import exact_odds
from croupier.domain.games.skinball.options import options
from croupier.domain.games.skinball.refusal_words import REFUSALS
from croupier.domain.games.skinball.rule_words import RULES
from croupier.domain.games.skinball.standing import standing
from croupier.domain.games.skinball.state import Play
from croupier.domain.games.skinball.statistics import statistics
from croupier.domain.games.skinball.view import SkinballView, view
from croupier.domain.table.state import StakeLimits, check_limits

GAME = Game(
    name="skinball",
    version=1,
    title="Skinball",
    places=12,
    rules=SkinballRules,
    limits=StakeLimits,
    commands=SkinballCommand.__args__,
    events=SkinballEvent.__args__,
    play=Play(),
    play_view=SkinballView,
    packs=lambda rules: 1,
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
