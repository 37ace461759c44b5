"""Cards and decks of which the first cards are named."""

from collections import Counter

import pytest

from croupier.domain.cards import PACK, ImpossibleDeck, filled_up, rank, suit


def test_a_pack_is_ordered_by_suit_and_rank() -> None:
    assert PACK[:13] == ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC")
    assert [PACK[at] for at in (13, 26, 39, 51)] == ["2D", "2H", "2S", "AS"]
    assert len(set(PACK)) == 52


def test_a_card_is_its_rank_and_its_suit() -> None:
    assert (rank("TH"), suit("TH")) == ("T", "H")


def test_a_short_list_is_filled_up_in_the_fixed_order() -> None:
    deck = filled_up(("3C", "AS"), 1)
    assert deck[:5] == ("3C", "AS", "2C", "4C", "5C")
    assert deck[-1] == "KS"


def test_filling_up_leaves_out_the_earliest_copies_of_the_named_cards() -> None:
    deck = filled_up(("2C", "3C", "2C"), 2)
    assert deck[:4] == ("2C", "3C", "2C", "4C")
    assert "2C" not in deck[3:]
    assert deck.index("3C", 2) == 3 + 50


@pytest.mark.parametrize("packs", [1, 2, 8])
def test_a_filled_up_deck_has_every_card_once_a_pack(packs: int) -> None:
    assert Counter(filled_up(("KH", "2C", "TD"), packs)) == Counter(PACK * packs)


def test_a_card_that_does_not_exist_is_no_deck() -> None:
    with pytest.raises(ImpossibleDeck, match="there is no card '1H'"):
        filled_up(("1H",), 1)


def test_a_card_named_more_often_than_the_packs_hold_it_is_no_deck() -> None:
    with pytest.raises(ImpossibleDeck, match="KH is named 3 times, the deck holds 2"):
        filled_up(("KH", "KH", "KH"), 2)
