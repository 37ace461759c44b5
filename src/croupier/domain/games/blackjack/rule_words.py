"""The rules of blackjack with a changing bank in a sentence each, for who reads a settlement."""

from collections.abc import Mapping
from typing import Final

RULES: Final[Mapping[int, str]] = {
    1: "Aces count 1 or 11, court cards 10, others their number.",
    2: "Cards are dealt from the lowest seat to the left; the first black jack banks.",
    3: "The top card is shown and burned; it then lies exposed in the reshuffled pack, or at its bottom.",
    4: "One card each, face down, from the banker's left, himself last.",
    5: "Each in turn stakes within the limits, having seen his card.",
    6: "The banker may double all stakes; then each player may double his own once more.",
    7: "A second card each, face up.",
    8: "The banker's natural takes twice the stake of all, of a player's natural once.",
    9: "A player's natural that the banker has not is paid twice the stake at once.",
    10: "Each in turn draws or stands; over 21 he pays at once; hard 21 stands.",
    11: "Then the banker turns up his hand, and draws or stands as he likes.",
    12: "Over 21 the banker pays all that remain; else he pays those with more and takes from the others.",
    13: "Two first cards of equal rank may be split, with an equal stake on the second hand.",
    14: "Five cards of 21 or less are paid twice the stake, each further card doubles it again.",
    15: "Three sevens are paid three times, eight-seven-six twice.",
    16: "A premium is paid whatever the banker gets later.",
    17: "The banker collects single stakes with such hands, and has no guarantee by them.",
    18: "A natural that the banker has not wins the bank.",
    19: "Who won the bank may sell it to another.",
    20: "A banker without chips passes the bank to his left.",
    21: "A burn that was left out may be demanded.",
    22: "What a player may do who was skipped, got two cards, or got one face up.",
    23: "A card that nobody asked for is kept or refused.",
    24: "The exposed card may be refused; it goes to the bottom then.",
    25: "By hand, an open accident stops nothing but its player's own play and the go-round's end.",
    26: "A bust that is declared pays the stake; one that is not, twice the stake at the end.",
    27: "The discards are shuffled when the pack is dealt out; without any, nobody draws.",
}
