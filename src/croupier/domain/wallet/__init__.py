"""A player's wallet: money paid in and out, and moved to and from tables."""

from typing import Any, Final

from croupier.domain.decider import Decider, by_tag
from croupier.domain.wallet.commands import WalletCommand
from croupier.domain.wallet.decide import Wallet, decide, evolve
from croupier.domain.wallet.events import WalletEvent

WALLET: Final[Decider[Any, Wallet, Any]] = Decider(
    category="wallet",
    rules=None,
    commands=WalletCommand,
    events=WalletEvent,
    initial=Wallet,
    decide=decide,
    evolve=evolve,
    command_types=by_tag(WalletCommand.__args__),
)
