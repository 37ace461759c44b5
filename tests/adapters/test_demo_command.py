"""The demonstration's command where there is no service to play on."""

from typing import NoReturn

import httpx
import pytest

from croupier.adapters.cli import demo as module
from croupier.adapters.cli.demo import demo


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_it_is_said_how_to_give_one(
    key: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(key=key) == 1
    assert "key is needed: --key, or CROUPIER_KEY" in capsys.readouterr().err


def test_a_failure_without_words_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(*_: object) -> NoReturn:
        raise httpx.ReadTimeout("")

    monkeypatch.setattr(module, "_play", play)
    assert demo(key="key", url="http://there") == 1
    assert capsys.readouterr().err == "croupier demo: no service to play on at http://there: ReadTimeout\n"
