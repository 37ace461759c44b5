"""The events of blackjack as sentences."""

from typing import Final

from croupier.domain.explaining import Sentences
from croupier.domain.games.blackjack.events import bank, cards, hands, stakes

_PACK: Final[Sentences] = {
    cards.PlayersDealtIn: "the seats {seats} are dealt in",
    cards.BurnDemanded: "seat {seat} demands that a card be burned",
    cards.CardBurned: "{card} is shown to all and burned",
    cards.GoRoundStarted: "go-round {go_round} begins",
    cards.GoRoundEnded: "go-round {go_round} is over",
    cards.CardDealt: "a card comes to hand {hand} of seat {seat}, face {face}: {card}",
    cards.ExtraCardDealt: "a card too many comes to hand {hand} of seat {seat}, face {face}: {card}",
    cards.CardOffered: "the exposed card, {card}, comes out to seat {seat}",
    cards.CardKept: "seat {seat} keeps the card of place {place}",
    cards.CardRefused: "seat {seat} refuses the card of place {place}, which goes to the bottom",
    cards.BothPlayed: "seat {seat} plays its two first cards as two hands, {hand} and {into}",
}
_PLAY: Final[Sentences] = {
    hands.CardAsked: "hand {hand} of seat {seat} asks for a card",
    hands.HandStood: "hand {hand} of seat {seat} stands",
    hands.BankerTurnedUp: "the banker, seat {seat}, turns up {cards}: {total}",
    hands.HandShown: "hand {hand} of seat {seat} is shown: {cards}, {total}",
    hands.HandSettled: "hand {hand} of seat {seat}, with {stake} on it, is {outcome}",
    stakes.StakePlaced: "seat {seat} puts {stake} on hand {hand}",
    stakes.BankerDoubled: "the banker, seat {seat}, doubles all stakes",
    stakes.DoubleDeclined: "the banker, seat {seat}, leaves the stakes as they are",
    stakes.StakeDoubled: "seat {seat} puts {added} more on hand {hand}, which has {stake} now",
    stakes.StakeRedoubled: "seat {seat} redoubles hand {hand} by {added}, to {stake}",
    stakes.RedoubleDeclined: "seat {seat} leaves its stakes as they are",
    stakes.HandSplit: "seat {seat} splits hand {hand}, with {stake} on the new hand {into}",
}
_BANK: Final[Sentences] = {
    bank.BankWon: "seat {seat} was dealt a natural and has won the bank",
    bank.BankOffered: "seat {seat} offers the bank to seat {to} for {price}",
    bank.BankRefused: "seat {to} does not buy the bank of seat {seat}",
    bank.BankSold: "seat {to} buys the bank of seat {seat} for {price}",
}

SENTENCES: Final[Sentences] = {**_PACK, **_PLAY, **_BANK}
