"""What the fields of Skinball's types mean, for who reads the documents of the interface."""

from collections.abc import Mapping
from typing import Final

FIELDS: Final[Mapping[str, str]] = {
    "commission": "The house's charge (rule 20); null: there is none.",
    "percent": "The house's charge in per cent (rule 20).",
    "min": "The least stake, in whole units (rule 3).",
    "max": "The greatest stake, in whole units (rule 3).",
    "outcome": "What became of the bet; `returned`: the box ran out, and both sides got theirs (rule 21).",
    "banker": "The seat that banks.",
    "banker_stack": "What the banker has now.",
    "cover": "How much of the stake the banker covered (rule 6).",
    "against": "The seat whose card has to be matched first for the bet to be won (rule 9).",
    "against_stack": "What the seat `against` has now.",
    "bet": "The side bet's number, which is that of its offer in the round.",
    "offer": "The offer's number in the round.",
    "offers": "The numbers of the offers.",
    "amount": "How much is offered, in whole units.",
    "others": "The seats that are asked next, in turn, should this one refuse.",
    "holder": "The seat that the matched card lay by, or the `centre`.",
    "place": "The card's place in the pack, from 0.",
    "phase": "What is waited for: `dealing` for the banker's next card, `card` for the answer to the card"
    " offered (rules 4, 7, 12), `stake` for a seat's stake, `cover` for the banker's cover of it (rule 6),"
    " `new-card` for his choice by rule 16; `idle` between rounds.",
    "turn": "The seat that is waited for, null while no round can be started.",
    "stage": "What the next card is for.",
    "offered": "The card that is offered to a seat, null without one.",
    "staker": "The seat that has named a stake, null where none has.",
    "bankers_card": "The banker's card, null before he has one.",
    "centre": "The cards in the centre (rule 13).",
    "dead": "The ranks out of the game (rule 11).",
    "unasked": "The seats still to be asked in the first go-round (rule 7).",
    "side_bets": "The open side bets, in the order in which they were made.",
    "seat": "The number of the seat, from 1.",
    "View.stake": "The stake that was named and waits for its cover; 0 without one.",
    "View.cards": "The players' cards, with what is on them.",
    "View.offers": "The open offers of side bets.",
    "Commission.on": "Whether the last bet won in the round is charged, or every one (rule 20).",
    "CommissionTaken.amount": "What the seat had won, of which the charge is a part.",
    "CommissionTaken.house": "The house account after it.",
    "CardView.stake": "What each side has on the card against the banker, 0 without a live bet.",
    "SideBet.stake": "What each of the two put up.",
    "SideBetSettled.outcome": "`won` by `seat`, or `returned` to both: the box ran out (rule 21).",
}
