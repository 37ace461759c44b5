"""A stranger's TypeScript client, with types by openapi-typescript, plays every game."""

import json

import pytest
from tests.api.calling import Operator
from tests.clients.conftest import Generated
from tests.clients.generating import said
from tests.clients.rounds import STACKS

from croupier.domain.catalogue import GAMES

pytestmark = pytest.mark.needs("node")


def test_it_is_generated_without_a_warning(typescript: Generated) -> None:
    banner, written = typescript.said.splitlines()
    assert "openapi-typescript" in banner
    assert "croupier.d.ts" in written


def test_what_is_written_on_top_of_it_is_typed_to_the_end(typescript: Generated) -> None:
    assert typescript.types == ""


@pytest.mark.parametrize("game", GAMES)
async def test_it_plays_a_whole_round(game: str, typescript: Generated, tester: Operator) -> None:
    folder, key = typescript.folder, str(tester.caller.bearer)
    stacks = await said("node", "out/main.js", game, tester.url, key, folder=folder)
    assert stacks.startswith("{"), stacks
    assert {int(seat): stack for seat, stack in json.loads(stacks).items()} == STACKS[game]
