"""Punto banco baccarat: the house banks, one shoe serves round after round."""

from croupier.domain.games.baccarat.commands import BaccaratCommand, BaccaratRules
from croupier.domain.games.baccarat.decide import awaits, decide, expire
from croupier.domain.games.baccarat.events import BaccaratEvent
from croupier.domain.games.baccarat.evolve import EVOLVE
from croupier.domain.games.baccarat.explaining import explain
from croupier.domain.games.baccarat.field_words import FIELDS
from croupier.domain.games.baccarat.odds import exact_odds
from croupier.domain.games.baccarat.options import options
from croupier.domain.games.baccarat.rule_words import RULES
from croupier.domain.games.baccarat.standing import standing
from croupier.domain.games.baccarat.state import Play
from croupier.domain.games.baccarat.statistics import statistics
from croupier.domain.games.baccarat.view import BaccaratView, view
from croupier.domain.games.game import Game
from croupier.domain.table.state import StakeLimits, check_limits

GAME = Game(
    name="baccarat",
    version=1,
    title="Punto banco baccarat",
    places=14,
    rules=BaccaratRules,
    limits=StakeLimits,
    commands=BaccaratCommand.__args__,
    events=BaccaratEvent.__args__,
    play=Play(),
    play_view=BaccaratView,
    packs=lambda rules: rules.decks,
    shoe=True,
    check=lambda rules, limits: check_limits(limits),
    decide=decide,
    expire=expire,
    awaits=awaits,
    evolve=EVOLVE,
    options=options,
    view=view,
    standing=standing,
    odds=exact_odds,
    statistics=statistics,
    explain=explain,
    rule_words=RULES,
    field_words=FIELDS,
)
