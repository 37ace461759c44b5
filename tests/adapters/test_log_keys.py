"""Keys of logs: made once, one for each log, replaced with an overlap; and what was signed is remembered."""

import asyncio
import stat
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.support.publishing import House, verified

from croupier.adapters.cli.log_key import log_key
from croupier.adapters.ed25519 import Ed25519Signer
from croupier.adapters.keyfiles import add_log_key, log_keys, make_keys, signed_folder
from croupier.adapters.settings import Settings, SettingsError, from_environment
from croupier.adapters.signedfiles import SignedFiles
from croupier.service.ports.transparency import Remembered, TreeHead
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import parse_note, parse_verifier_key
from croupier.service.transparency.signing import Signing

OLD, NEW = bytes(range(32)), bytes(range(32, 64))
HEAD, LARGER = TreeHead(5, b"\1" * 32), TreeHead(6, b"\2" * 32)


def test_a_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    make_keys(settings, ())
    (key,) = log_keys(settings)
    make_keys(settings, ("log",))
    assert log_keys(settings) == (key,)
    assert len(key) == 32
    path = tmp_path / "keys" / "log.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_keys_given_by_the_settings_are_used_and_none_is_made(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path, log_keys=f"{OLD.hex()},{NEW.hex()}")
    assert log_keys(settings) == (OLD, NEW)
    assert not (tmp_path / "keys").exists()
    with pytest.raises(SettingsError, match="CROUPIER_LOG_KEYS"):
        add_log_key(settings)


@pytest.mark.parametrize("text", ["x", "00", f"{OLD.hex()},", f"{OLD.hex()},{NEW.hex()[:-2]}", OLD.hex() * 2])
def test_keys_that_make_no_sense_are_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match="CROUPIER_LOG_KEYS: keys of 64 hex digits each are wanted"):
        log_keys(Settings(var=tmp_path, log_keys=text))


@pytest.mark.parametrize("name", ["", "a b", "a+b", "/a", "a/", "A", "a\n", "ä", "a" * 101])
def test_an_installations_name_is_fit_for_a_keys_name(name: str) -> None:
    if name:
        with pytest.raises(SettingsError, match="CROUPIER_NAME"):
            from_environment({"CROUPIER_NAME": name})
    assert (
        from_environment({"CROUPIER_NAME": "logs.example.com/croupier"}).name == "logs.example.com/croupier"
    )
    assert from_environment({}).name == "croupier.local"


def test_every_log_has_a_key_of_its_own_that_says_nothing_of_others() -> None:
    signer = Ed25519Signer([OLD])
    (house,), (other,) = signer.keys("croupier.test/house"), signer.keys("croupier.test/other")
    assert house.name == "croupier.test/house"
    assert house.public != other.public
    assert house.public != Ed25519PrivateKey.from_private_bytes(OLD).public_key().public_bytes_raw()
    assert Ed25519Signer([OLD]).keys("croupier.test/house") == (house,)


async def test_while_a_key_is_replaced_both_sign_and_then_the_new_one_alone() -> None:
    house = House(3)
    for keys, size in (((OLD,), 3), ((OLD, NEW), 4), ((NEW,), 5)):
        signer = Ed25519Signer(keys)
        signing = Signing(house.trees, house.sound(signer), house.signed, signer, "croupier.test")
        assert await signing.publish("house", size) == size
        note = house.checkpoints.published[-1].note
        assert verified(note, signer).size == size
        assert len(parse_note(note).signatures) == len(keys)
        house.add(1)


def test_log_key_prints_the_verifier_key_of_each_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    monkeypatch.setenv("CROUPIER_NAME", "croupier.test")
    make_keys(Settings(var=tmp_path), ())
    log_key()
    log_key("house", "other")
    first, again, other = capsys.readouterr().out.splitlines()
    assert first == again
    assert parse_verifier_key(first).name == "croupier.test/house"
    assert parse_verifier_key(other).name == "croupier.test/other"


def test_log_key_rotate_adds_a_key_behind_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    make_keys(Settings(var=tmp_path), ())
    log_key()
    log_key(rotate=True)
    before, old, new = capsys.readouterr().out.splitlines()
    assert before == old != new
    assert len(log_keys(Settings(var=tmp_path))) == 2
    assert stat.S_IMODE((tmp_path / "keys" / "log.key").stat().st_mode) == 0o600
    assert {path.name for path in (tmp_path / "keys").iterdir()} == {"log.key", "seal.key", "token.key"}


@pytest.mark.parametrize(
    ("variable", "value", "logs", "reason"),
    [
        ("CROUPIER_LOG_KEYS", "x", (), "CROUPIER_LOG_KEYS: keys of 64 hex digits each are wanted"),
        ("CROUPIER_NAME", "a name", (), "CROUPIER_NAME"),
        ("CROUPIER_OPERATOR", "house", ("no log",), "a key's name is empty, or has a space"),
    ],
)
def test_log_key_says_what_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    value: str,
    logs: tuple[str, ...],
    reason: str,
) -> None:
    monkeypatch.setenv("CROUPIER_VAR", str(tmp_path))
    monkeypatch.setenv(variable, value)
    make_keys(Settings(var=tmp_path), ())
    assert log_key(*logs) == 1
    assert f"croupier log-key: {reason}" in capsys.readouterr().err


async def test_what_was_signed_is_remembered_by_the_next_process(tmp_path: Path) -> None:
    files = SignedFiles(tmp_path / "log")
    assert await files.last("house") is None
    assert await files.sign("house", None, HEAD)
    assert await files.last("house") == Remembered(HEAD)
    await files.publish("house", HEAD)
    assert await files.sign("house", HEAD, LARGER)
    again = SignedFiles(tmp_path / "log")
    assert await again.last("house") == Remembered(LARGER, HEAD)
    assert await again.last("other") is None
    assert [path.name for path in (tmp_path / "log").iterdir()] == ["house.signed"]
    assert stat.S_IMODE((tmp_path / "log" / "house.signed").stat().st_mode) == 0o600


async def test_what_was_published_is_never_remembered_as_less(tmp_path: Path) -> None:
    files = SignedFiles(tmp_path)
    await files.publish("house", LARGER)
    await files.publish("house", HEAD)
    assert await files.last("house") == Remembered(LARGER, LARGER)


async def test_of_many_that_would_sign_next_one_may(tmp_path: Path) -> None:
    heads = [TreeHead(size, b"\1" * 32) for size in range(1, 21)]
    done = await asyncio.gather(*(SignedFiles(tmp_path).sign("house", None, head) for head in heads))
    assert done.count(True) == 1
    assert await SignedFiles(tmp_path).last("house") == Remembered(heads[done.index(True)])


@pytest.mark.parametrize("content", [b"", b"{", b"{}", b'{"signed":{"size":5}}', b"\xff", b"[]"])
async def test_a_file_that_is_torn_is_malformed_and_not_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "house.signed"
    path.write_bytes(content)
    files = SignedFiles(tmp_path)
    with pytest.raises(Malformed, match=r"house\.signed can't be read"):
        await files.last("house")
    with pytest.raises(Malformed):
        await files.sign("house", None, HEAD)
    with pytest.raises(Malformed):
        await files.publish("house", HEAD)
    assert path.read_bytes() == content


@pytest.mark.parametrize("log", ["house", "..", "a/b", "50%", "ä" * 127, "x" * 255, "log with spaces"])
async def test_every_log_that_was_signed_is_known_by_a_name_that_tells_it_from_others(
    tmp_path: Path, log: str
) -> None:
    files = SignedFiles(tmp_path)
    assert await files.names() == frozenset()
    await files.publish(log, HEAD)
    await files.publish("other", HEAD)
    (tmp_path / ".0123456789abcdef.draft").write_bytes(b"cut short")
    assert await files.names() == {files.name_of(log), "other"}


def test_a_log_goes_by_its_own_name_unless_that_is_very_long(tmp_path: Path) -> None:
    files = SignedFiles(tmp_path)
    assert files.name_of("a/b") == "a/b"
    assert files.name_of("x" * 255) == sha256(b"x" * 255).hexdigest()


@pytest.mark.parametrize("log", ["../../etc", "..", "a/b", "ä" * 127, "x" * 255, "log with spaces"])
async def test_no_name_of_a_log_leads_out_of_the_folder(tmp_path: Path, log: str) -> None:
    files = SignedFiles(tmp_path / "deep" / "log")
    await files.publish(log, HEAD)
    assert await files.last(log) == Remembered(HEAD, HEAD)
    assert len(list((tmp_path / "deep" / "log").iterdir())) == 1
    assert await asyncio.to_thread(_names, tmp_path) == ["deep"]


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_the_folder_is_beside_the_key(tmp_path: Path) -> None:
    assert signed_folder(Settings(var=tmp_path)) == tmp_path / "keys" / "log"
