"""Simulations: what they count, what they find, and how they say it."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from croupier.domain.catalogue import GAMES
from croupier.domain.games.statistics import Statistic
from croupier.service.simulation import simulate
from croupier.service.simulation.simulator import ChipsNotConserved
from croupier.service.simulation.tally import Tally

CROUPIER = Path(sys.executable).with_name("croupier")


def played(game: Any, rounds: int = 40, seed: int = 1) -> Any:
    known = {"min": 1, "max": 100}
    limits = convert({name: known[name] for name in game.limits.__struct_fields__}, game.limits)
    return simulate(game, game.rules(), limits, rounds, 4, seed, lambda done: None)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_simulated_and_has_statistics(name: str) -> None:
    report = played(GAMES[name])
    assert report.well
    assert report.tallies
    assert report.rounds == 40
    assert report.commands >= 40


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    first, again, other = (played(GAMES["fan-tan"], seed=seed) for seed in (3, 3, 4))
    assert [one.mean for one in first.tallies] == [one.mean for one in again.tallies]
    assert first.commands == again.commands
    assert [one.mean for one in first.tallies] != [one.mean for one in other.tallies]


def test_a_frequency_is_held_against_its_exact_variance() -> None:
    tally = Tally(Statistic("heads", Fraction(1, 2), lambda events: events))
    tally.observe([1] * 60 + [0] * 40)
    assert tally.mean == 0.6
    assert tally.standard_error == pytest.approx(0.05)
    assert tally.z == pytest.approx(2.0)


def test_a_mean_is_held_against_the_variance_observed() -> None:
    tally = Tally(Statistic("pips", Fraction(7, 2), lambda events: events, frequency=False))
    tally.observe([3, 5] * 50)
    assert tally.standard_error == pytest.approx(0.1)
    assert tally.z == pytest.approx(5.0)


def test_what_happens_though_it_cannot_lies_infinitely_far_off() -> None:
    tally = Tally(Statistic("never", Fraction(0), lambda events: events))
    tally.observe([1])
    assert tally.z == float("inf")


def test_without_observations_nothing_is_held_against_anything() -> None:
    assert Tally(Statistic("unseen", Fraction(1, 2), lambda events: events)).z == 0.0


def test_a_frequency_far_off_is_not_well() -> None:
    game = GAMES["baccarat"]
    wrong = Statistic("player never wins", Fraction(999, 1000), game.statistics(game.rules())[0].observed)
    assert not played(replace(game, statistics=lambda rules: (wrong,))).well


def test_the_flows_of_money_add_up() -> None:
    flows = dict(played(GAMES["fan-tan"]).flows)
    assert flows.pop("bought in") >= 40_000
    assert sum(flows.values()) == 0


def test_a_game_that_loses_chips_is_found() -> None:
    game = GAMES["fan-tan"]
    leaking = replace(game, standing=lambda table: replace(game.standing(table), bank=table.bank + 1))
    with pytest.raises(ChipsNotConserved):
        played(leaking)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CROUPIER, "simulate", *arguments], capture_output=True, text=True, check=False)


def test_the_command_prints_a_table_for_people_and_json_for_machines() -> None:
    shown = run("fan-tan", "--rounds", "50")
    assert shown.returncode == 0
    assert "standard error" in shown.stdout
    report = json.loads(run("fan-tan", "--rounds", "50", "--json").stdout)
    assert report["rounds"] == 50
    assert report["well"] is True
    assert {"name", "exact", "observed", "standard_error", "z"} <= report["statistics"][0].keys()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("roulette",), "unknown game 'roulette'"),
        (("baccarat", "--rules", '{"decks": 99}'), "decks"),
        (("baccarat", "--rules", "{"), "--rules: "),
        (("skinball", "--seats", "2"), "too-few-players"),
        (("blackjack", "--seats", "15"), "unknown-target"),
    ],
)
def test_what_cannot_be_simulated_is_said_without_a_traceback(arguments: tuple[str, ...], said: str) -> None:
    refused = run(*arguments, "--rounds", "5")
    assert refused.returncode == 1
    assert said in refused.stderr
    assert "Traceback" not in refused.stderr
