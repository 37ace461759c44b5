"""`croupier odds`: what every game of the catalogue counts about itself."""

import json

import pytest

from croupier.adapters.cli.app import app
from croupier.domain.catalogue import GAMES

COUNTED = [name for name, game in GAMES.items() if game.odds]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exit:
        app(("odds", *arguments))
    assert isinstance(exit.value.code, int)
    return exit.value.code


def test_fractions_and_twelve_decimals_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("baccarat", "--decks", "8") == 0
    printed = capsys.readouterr().out
    for expected in (
        "0.446246609344  8712962041376/19524993263685",
        "0.095155968024  619306544887/6508331087895",
        "0.010579057842",
        "0.143596287787",
    ):
        assert expected in printed


def test_a_fair_bet_is_printed_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fan-tan") == 0
    printed = capsys.readouterr().out
    assert printed.count("0.250000000000  1/4") == 4
    assert printed.count("0.000000000000  0\n") == 8


def test_json_is_printed_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("baccarat", "--decks", "1", "--tie-pays=9", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["rules"] == {"decks": 1, "commission_percent": 5, "tie_pays": 9, "cut_card": 16}
    assert document["probabilities"]["player"]["exact"] == "51161519/114516675"
    assert document["house_edges"]["player"]["decimal"] == "0.012863724868"


@pytest.mark.parametrize("game", COUNTED)
def test_every_game_that_counts_its_odds_has_them_printed(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game) == 0
    assert GAMES[game].title in capsys.readouterr().out
    assert run(game, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document.keys() > {"game", "rules", "note"}
    assert document["game"] == game


def test_a_rule_with_parts_is_written_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("skinball", "--commission", '{"on": "last-win", "percent": 5}') == 0
    assert '"percent":5' in capsys.readouterr().out
    assert run("skinball", "--commission", "{percent") == 2
    assert "no such rules: JSON is malformed" in capsys.readouterr().err


def test_rules_that_no_table_could_have_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("baccarat", "--decks", "17") == 2
    assert "decks has to be at most 16" in capsys.readouterr().err


def test_a_rule_that_the_game_does_not_have_is_refused_with_those_it_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("fan-tan", "--decks", "1") == 2
    assert "decks is no field here; the rules of fan-tan are: rounds_per_bank" in capsys.readouterr().err


def test_a_game_that_is_not_in_the_catalogue_is_refused_with_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("poker") == 2
    assert f"only for {', '.join(COUNTED)}" in capsys.readouterr().err
