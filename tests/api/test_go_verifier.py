"""The log is checked by a program of a few lines in Go over the Go project's own code for notes and trees.

Whatever was changed in it, that program finds: nothing of the product has a part in the judgement.
"""

import asyncio
import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct
from tests.api.calling import Operator
from tests.api.conftest import Served, new_operator
from tests.api.logs import grow, publish

from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.tiles import ENTRIES, Tile, entry_bundle, split_bundle, tiles_of

pytestmark = pytest.mark.needs("go")

SOURCES = Path(__file__).parents[1] / "go"
EARLY, SIZE = 270, 600


class Checked(Struct, frozen=True):
    """What the program said."""

    code: int
    said: str


class Checker(Struct, frozen=True):
    """The program, built; `keys` is the file of the log's keys that it is given."""

    program: Path
    keys: Path

    async def __call__(self, place: str | Path, *options: str) -> Checked:
        process = await asyncio.create_subprocess_exec(
            self.program,
            *("-keys", str(self.keys), *options, str(place)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return Checked(process.returncode, said.decode())


class House(Struct, frozen=True):
    """An operator whose log has been published twice, and the first of its checkpoints."""

    operator: Operator
    early: bytes

    @property
    def url(self) -> str:
        return f"{self.operator.url}/v1/log/{self.operator.name}"

    @property
    def bearer(self) -> str:
        assert self.operator.caller.bearer
        return self.operator.caller.bearer

    async def read(self, path: str) -> bytes:
        answer = await self.operator.caller.get(f"/v1/log/{self.operator.name}/{path}")
        assert answer.is_success, answer.text
        return answer.content


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """The program, built from Debian's sources of the Go modules, without any network."""
    folder = tmp_path_factory.mktemp("go")
    assert pytestconfig.cache
    built = subprocess.run(
        ["go", "build", "-o", str(folder / "check"), "."],
        cwd=SOURCES,
        env={
            **os.environ,
            "GO111MODULE": "off",
            "GOPATH": "/usr/share/gocode",
            "GOCACHE": str(pytestconfig.cache.mkdir("go")),
            "GOFLAGS": "",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "check"


@pytest.fixture(scope="module")
async def house(served: Served) -> House:
    """Full tiles, partial ones, and a second level."""
    operator = await new_operator(served)
    await grow(operator, EARLY)
    early = await operator.caller.get(f"/v1/log/{operator.name}/checkpoint")
    await grow(operator, SIZE)
    return House(operator, early.content)


@pytest.fixture(scope="module")
async def check(house: House, program: Path, tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """The program with the keys of the log."""
    keys = tmp_path_factory.mktemp("keys") / "key"
    keys.write_bytes(await house.read("key"))
    return Checker(program, keys)


@pytest.fixture(scope="module")
async def whole(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole log in files; not to be changed."""
    folder = tmp_path_factory.mktemp("whole")
    tiles = list(tiles_of(SIZE))
    bundles = [Tile(ENTRIES, tile.index, tile.width) for tile in tiles if tile.level == 0]
    for path in ("checkpoint", *(tile.path for tile in (*tiles, *bundles))):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(await house.read(path))
    return folder


@pytest.fixture
def files(whole: Path, tmp_path: Path) -> Path:
    """The whole log in files of one test's own."""
    return Path(shutil.copytree(whole, tmp_path / "log"))


async def test_the_running_services_log_is_verified(house: House, check: Checker, tmp_path: Path) -> None:
    """Signature, every tile, every entry, proof files, and growth since an earlier checkpoint."""
    (tmp_path / "early").write_bytes(house.early)
    checked = await check(house.url, "-bearer", house.bearer, "-old", str(tmp_path / "early"))
    assert checked == Checked(
        0,
        f"verified: croupier.local/{house.operator.name} size {SIZE}, {SIZE} records, 9 proofs,"
        f" grown from {EARLY}\n",
    )


async def test_a_log_of_a_single_entry_is_verified(
    served: Served, program: Path, check: Checker, tmp_path: Path
) -> None:
    operator = await new_operator(served)
    await operator.caller.do("/v1/players")
    await publish(operator)
    small = House(operator, b"")
    (tmp_path / "key").write_bytes(await small.read("key"))
    checked = await Checker(program, tmp_path / "key")(small.url, "-bearer", small.bearer)
    assert checked.code == 0, checked.said
    # The key of one log verifies no other.
    assert (await check(small.url, "-bearer", small.bearer)).code == 1


async def test_the_log_in_files_is_verified(files: Path, check: Checker) -> None:
    checked = await check(files)
    assert checked.code == 0, checked.said


def flip(place: int) -> Callable[[bytes], bytes]:
    """Change one bit of the byte at that place."""

    def flipped(data: bytes) -> bytes:
        changed = bytearray(data)
        changed[place] ^= 1
        return bytes(changed)

    return flipped


def swap_entries(data: bytes) -> bytes:
    """The first two entries of a bundle in each other's place."""
    first = 2 + int.from_bytes(data[:2], "big")
    second = first + 2 + int.from_bytes(data[first : first + 2], "big")
    return data[first:second] + data[:first] + data[second:]


def drop_entry(data: bytes) -> bytes:
    """A bundle without its first entry."""
    return data[2 + int.from_bytes(data[:2], "big") :]


def repeat_entry(data: bytes) -> bytes:
    """A bundle with its first entry once more at its end."""
    return data + data[: 2 + int.from_bytes(data[:2], "big")]


def other_size(data: bytes) -> bytes:
    return data.replace(b"\n600\n", b"\n599\n")


TAMPERINGS: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "a byte of an entry": ("tile/entries/000", flip(40), "is not the one in the tree"),
    "a byte of a later entry": ("tile/entries/002.p/88", flip(-2), "is not the one in the tree"),
    "a length in a bundle": ("tile/entries/001", flip(1), ""),
    "two entries swapped": ("tile/entries/001", swap_entries, "record 256 is not the one in the tree"),
    "an entry dropped": ("tile/entries/000", drop_entry, ""),
    "an entry appended": ("tile/entries/002.p/88", repeat_entry, "more than its entries"),
    "a bundle cut short": ("tile/entries/002.p/88", lambda data: data[:-1], "cut short"),
    "a byte of a full tile": ("tile/0/001", flip(0), "is not the one in the tree"),
    "a byte of a partial tile": ("tile/0/002.p/88", flip(-1), "inconsistent tile"),
    "a byte of a higher tile": ("tile/1/000.p/2", flip(32), "inconsistent tile"),
    "a tile cut short": ("tile/0/000", lambda data: data[:-32], ""),
    "a byte of the signature": ("checkpoint", flip(-10), ""),
    "another size": ("checkpoint", other_size, "signature"),
    "another root": ("checkpoint", lambda data: data.replace(b"=\n\n", b"=\n \n\n"), ""),
    "no signature": ("checkpoint", lambda data: data.partition(b"\n\n")[0] + b"\n\n", ""),
}


@pytest.mark.parametrize("what", TAMPERINGS)
async def test_whatever_was_changed_is_found(files: Path, check: Checker, what: str) -> None:
    path, change, found = TAMPERINGS[what]
    before = (files / path).read_bytes()
    (files / path).write_bytes(change(before))
    assert (files / path).read_bytes() != before
    checked = await check(files)
    assert checked.code == 1
    assert checked.said.startswith("not verified: ")
    assert found in checked.said


async def test_an_entry_changed_together_with_its_tile_is_found(files: Path, check: Checker) -> None:
    bundle, tile = files / "tile/entries/001", files / "tile/0/001"
    records = split_bundle(bundle.read_bytes())
    records[7] = records[7].replace(b'"amount":1', b'"amount":9')
    assert records != split_bundle(bundle.read_bytes())
    bundle.write_bytes(entry_bundle(records))
    tile.write_bytes(b"".join(map(leaf_hash, records)))
    checked = await check(files)
    assert (checked.code, "record 256 is not the one in the tree" in checked.said) == (1, True)


async def test_a_checkpoint_set_back_does_not_hide_the_growth_that_was_seen(
    house: House, files: Path, check: Checker, tmp_path: Path
) -> None:
    (tmp_path / "late").write_bytes((files / "checkpoint").read_bytes())
    (files / "checkpoint").write_bytes(house.early)
    checked = await check(files, "-old", str(tmp_path / "late"))
    assert checked.code == 1


async def test_an_exported_bundle_is_verified_and_a_changed_one_is_not(
    house: House, check: Checker, tmp_path: Path
) -> None:
    lobby = await house.operator.caller.get("/v1/tables")
    table = lobby.json()["tables"][0]["table"]
    archive = await house.read(f"bundle?table={table}")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(tmp_path, filter="data")
    checked = await check(tmp_path)
    assert checked.code == 0, checked.said
    assert " 0 records" not in checked.said
    records = next((tmp_path / "records").iterdir())
    records.write_bytes(flip(60)(records.read_bytes()))
    checked = await check(tmp_path)
    assert (checked.code, "is not the one in the tree" in checked.said) == (1, True)
