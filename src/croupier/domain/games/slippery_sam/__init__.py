"""Slippery Sam: a player banks, the others bet hands that nobody has seen against an upcard."""

from croupier.domain.games.game import Game
from croupier.domain.games.slippery_sam.banking import vacate
from croupier.domain.games.slippery_sam.commands import (
    SlipperySamCommand,
    SlipperySamLimits,
    SlipperySamRules,
)
from croupier.domain.games.slippery_sam.decide import awaits, decide, expire
from croupier.domain.games.slippery_sam.events import SlipperySamEvent
from croupier.domain.games.slippery_sam.evolve import EVOLVE
from croupier.domain.games.slippery_sam.explaining import explain
from croupier.domain.games.slippery_sam.field_words import FIELDS
from croupier.domain.games.slippery_sam.odds import exact_odds
from croupier.domain.games.slippery_sam.options import options
from croupier.domain.games.slippery_sam.refusal_words import REFUSALS
from croupier.domain.games.slippery_sam.rule_words import RULES
from croupier.domain.games.slippery_sam.standing import standing
from croupier.domain.games.slippery_sam.state import Play
from croupier.domain.games.slippery_sam.statistics import statistics
from croupier.domain.games.slippery_sam.view import SlipperySamView, view

GAME = Game(
    name="slippery-sam",
    version=1,
    title="Slippery Sam",
    places=9,
    rules=SlipperySamRules,
    limits=SlipperySamLimits,
    commands=SlipperySamCommand.__args__,
    events=SlipperySamEvent.__args__,
    play=Play(),
    play_view=SlipperySamView,
    packs=lambda rules: 1,
    check=lambda rules, limits: None,
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
