"""Keys are made where an installation is new; where one is lost, nothing takes its place."""

from pathlib import Path

import pytest

from croupier.adapters.bootstrap import installation
from croupier.adapters.keyfiles import KEYS, log_keys, make_keys, seal_keys, token_key
from croupier.adapters.settings import Settings, SettingsError


def kept(var: Path) -> dict[str, bytes]:
    """What lies beside the data, by the files' names."""
    return {path.name: path.read_bytes() for path in (var / "keys").glob("*.key")}


def test_a_new_installation_gets_all_keys_and_keeps_them(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    make_keys(settings, ())
    made = kept(tmp_path)
    assert set(made) == {"seal.key", "log.key", "token.key"}
    make_keys(settings, KEYS)
    assert kept(tmp_path) == made


@pytest.mark.parametrize(
    ("name", "variable"),
    [("seal", "CROUPIER_SEAL_KEYS"), ("log", "CROUPIER_LOG_KEYS"), ("token", "CROUPIER_TOKEN_KEY")],
)
def test_a_key_that_is_lost_is_asked_back_and_not_made(tmp_path: Path, name: str, variable: str) -> None:
    settings = Settings(var=tmp_path)
    make_keys(settings, ())
    (tmp_path / "keys" / f"{name}.key").unlink()
    left = kept(tmp_path)
    with pytest.raises(SettingsError) as told:
        make_keys(settings, KEYS)
    assert str(told.value) == f"{tmp_path}/keys/{name}.key is missing; put it back, or give {variable}"
    assert kept(tmp_path) == left


def test_who_only_reads_a_key_makes_none(tmp_path: Path) -> None:
    for read in (seal_keys, log_keys, token_key):
        with pytest.raises(SettingsError, match=r"keys/\w+\.key is missing"):
            read(Settings(var=tmp_path))
    assert not [*tmp_path.iterdir()]


def test_a_first_start_that_was_cut_short_between_two_keys_goes_on(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    make_keys(settings, ())
    made = kept(tmp_path)
    for name in ("log", "token"):
        (tmp_path / "keys" / f"{name}.key").unlink()
    make_keys(settings, ())
    assert set(kept(tmp_path)) == set(made)
    assert kept(tmp_path)["seal.key"] == made["seal.key"]


def test_a_key_that_a_later_version_brings_is_made_in_an_old_installation(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    make_keys(settings, ())
    (tmp_path / "keys" / "token.key").unlink()
    make_keys(settings, used=("seal", "log"))
    assert token_key(settings)


def test_nothing_is_made_beside_a_lost_key(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"log\.key is missing"):
        make_keys(Settings(var=tmp_path), used=("log",))
    assert not [*tmp_path.iterdir()]


async def test_a_database_that_was_used_with_keys_is_used_with_no_new_ones(
    fresh_url: str, valkey_url: str, tmp_path: Path
) -> None:
    """As by a service that is started in another folder, with or without the settings of the first."""
    first = Settings(database_url=fresh_url, redis_url=valkey_url, var=tmp_path / "first")
    beside = Settings(database_url=fresh_url, redis_url=valkey_url, var=tmp_path / "beside")
    with pytest.raises(SettingsError, match=r"beside/keys/seal\.key is missing"):
        async with installation(beside, join=True):
            pass
    for _ in range(2):
        async with installation(first):
            pass
    for join in (False, True):
        with pytest.raises(SettingsError, match=r"beside/keys/seal\.key is missing"):
            async with installation(beside, join=join):
                pass
    assert not beside.var.exists()


async def test_keys_that_settings_gave_are_not_made_when_they_give_them_no_more(
    fresh_url: str, valkey_url: str, tmp_path: Path
) -> None:
    settings = Settings(database_url=fresh_url, redis_url=valkey_url, var=tmp_path)
    key = bytes(32).hex()
    given = Settings(
        database_url=fresh_url, redis_url=valkey_url, var=tmp_path, seal_keys=key, log_keys=key, token_key=key
    )
    async with installation(given):
        pass
    with pytest.raises(SettingsError, match=r"seal\.key is missing; put it back, or give CROUPIER_SEAL_KEYS"):
        async with installation(settings):
            pass
