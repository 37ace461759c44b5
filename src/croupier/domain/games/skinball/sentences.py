"""The events of Skinball as sentences."""

from typing import Final

from croupier.domain.explaining import Sentences
from croupier.domain.games.skinball import events

SENTENCES: Final[Sentences] = {
    events.LimitsSet: "the banker sets the limits of later stakes: {min} to {max}",
    events.CardTurned: "{card} comes out of the box",
    events.DeadCardDiscarded: "{card} comes out of the box, is of a dead rank and discarded",
    events.CardOffered: "seat {seat} is offered {card}",
    events.CardAccepted: "seat {seat} accepts {card}",
    events.CardRefused: "seat {seat} refuses {card}",
    events.CardCentred: "{card} is laid in the centre",
    events.CardTaken: "seat {seat} takes {card} from the centre",
    events.CardLaidAside: "{card} is laid aside",
    events.BankersCardLaid: "{card} is the banker's, seat {seat}",
    events.PairDiscarded: "{mate} matches {card}, which lay by {holder}: both go and their rank is dead",
    events.BankerAsked: "seat {seat} has to deal on or take a new card",
    events.DealOnDecided: "seat {seat} deals on for those with side bets",
    events.NewCardDecided: "seat {seat} takes the next fresh card as its own",
    events.StakeNamed: "seat {seat} puts {stake} on {card}",
    events.StakeCovered: "the banker, seat {banker}, covers {cover} of the {stake} on {card} of seat {seat}",
    events.BetSettled: "the bet of seat {seat} on {bet}, {stake} against the banker, is {outcome}",
    events.SideBetOffered: "seat {seat} offers seat {against} a side bet of {amount} (offer {offer})",
    events.SideBetDeclined: "seat {seat} declines offer {offer}",
    events.SideBetWithdrawn: "seat {seat} takes offer {offer} back",
    events.SideBetsLapsed: "the offers {offers} lapse, since a card is dealt",
    events.SideBetMade: "seat {against} agrees to side bet {bet} with seat {seat}: {stake} each",
    events.SideBetSettled: "side bet {bet} of seat {seat} with seat {against}, {stake} each, is {outcome}",
    events.CommissionTaken: "seat {seat} pays {charge} of what it won, {amount}, to the house",
    events.CardsGathered: "all cards are gathered",
}
