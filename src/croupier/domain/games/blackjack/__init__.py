"""Blackjack with a changing bank: a player banks until another is dealt a natural."""

from croupier.domain.games.blackjack.accidents.choices import veiled
from croupier.domain.games.blackjack.bank import vacate
from croupier.domain.games.blackjack.commands import (
    AccidentCommand,
    BankCommand,
    BankerCommand,
    BlackjackLimits,
    BlackjackRules,
    DrawingCommand,
    KeepCardAt,
    StakingCommand,
)
from croupier.domain.games.blackjack.decide import decide
from croupier.domain.games.blackjack.events import BlackjackEvent
from croupier.domain.games.blackjack.evolve import EVOLVE
from croupier.domain.games.blackjack.expiry import expire
from croupier.domain.games.blackjack.explaining import explain
from croupier.domain.games.blackjack.field_words import FIELDS
from croupier.domain.games.blackjack.odds import exact_odds
from croupier.domain.games.blackjack.options import options
from croupier.domain.games.blackjack.refusal_words import REFUSALS
from croupier.domain.games.blackjack.rule_words import RULES
from croupier.domain.games.blackjack.standing import standing
from croupier.domain.games.blackjack.state import Play
from croupier.domain.games.blackjack.statistics import statistics
from croupier.domain.games.blackjack.turns import awaits
from croupier.domain.games.blackjack.view import BlackjackView, view
from croupier.domain.games.game import Game
from croupier.domain.table.state import check_limits

GAME = Game(
    name="blackjack",
    version=1,
    title="Blackjack with a changing bank",
    places=14,
    rules=BlackjackRules,
    limits=BlackjackLimits,
    commands=(
        *BankerCommand.__args__,
        *StakingCommand.__args__,
        *DrawingCommand.__args__,
        *BankCommand.__args__,
        *AccidentCommand.__args__,
    ),
    events=BlackjackEvent.__args__,
    play=Play(),
    play_view=BlackjackView,
    packs=lambda rules: 1,
    burns=True,
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
    veils=(KeepCardAt,),
    veiled=veiled,
)
