"""The demonstration's command, before it asks any service."""

import pytest

from croupier.adapters.cli.demo import demo


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_it_is_said_how_to_give_one(key: str | None) -> None:
    with pytest.raises(SystemExit, match="key is needed: --key, or CROUPIER_KEY"):
        demo(key=key)
