"""The list of the software: its hash, and what differs from a list that was kept."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from croupier.service.software.comparing import differences
from croupier.service.software.manifest import Manifest, Package, SoftwareFile

HANDLING = SoftwareFile("service/handling.py", "aa" * 32)
SHUFFLE = SoftwareFile("domain/shuffle.py", "bb" * 32)
MSGSPEC = Package("msgspec", "0.20.0", "cc" * 32)
OLD = Package("old", "1.0")

KEPT = Manifest("0.1.0", "3.11.7", "0.1.0+dd", (HANDLING, SHUFFLE), (OLD, MSGSPEC)).hashed()


def named(found: Manifest, kept: Manifest = KEPT) -> list[str]:
    return [str(difference) for difference in differences(kept, found)]


def test_the_hash_is_over_the_lines_that_are_documented() -> None:
    lines = (
        "croupier software v1\nversion 0.1.0\npython 3.11.7\nrule-code 0.1.0+dd\n"
        f"package msgspec 0.20.0 {'cc' * 32}\npackage old 1.0 -\n"
        f"file {'bb' * 32} domain/shuffle.py\nfile {'aa' * 32} service/handling.py\n"
    )
    assert KEPT.hash == sha256(lines.encode()).hexdigest()
    assert KEPT.is_whole


def test_nothing_differs_from_itself_in_whatever_order_it_is_listed() -> None:
    assert named(KEPT) == []
    other = replace(KEPT, files=(SHUFFLE, HANDLING), packages=(MSGSPEC, OLD)).hashed()
    assert other.hash == KEPT.hash
    assert named(other) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"files": (SHUFFLE, replace(HANDLING, sha256="ee" * 32))}, "file changed: service/handling.py"),
        ({"files": (HANDLING,)}, "file missing: domain/shuffle.py"),
        ({"files": (HANDLING, SHUFFLE, SoftwareFile("x.py", "ff" * 32))}, "file added: x.py"),
        ({"packages": (OLD,)}, "package missing: msgspec (0.20.0)"),
        ({"packages": (OLD, MSGSPEC, Package("new", "2"))}, "package added: new (2)"),
        ({"packages": (replace(OLD, version="1.1"), MSGSPEC)}, "package changed: old (1.0, now 1.1)"),
        ({"packages": (replace(OLD, contents="00"), MSGSPEC)}, "package changed: old (1.0)"),
        ({"python": "3.12.1"}, "python changed (3.11.7, now 3.12.1)"),
        ({"version": "0.2.0"}, "version changed (0.1.0, now 0.2.0)"),
        ({"rule_code": "0.1.0+ee"}, "rule-code changed (0.1.0+dd, now 0.1.0+ee)"),
    ],
)
def test_each_thing_that_differs_is_named(changes: dict[str, object], said: str) -> None:
    found = replace(KEPT, **changes).hashed()
    assert found.hash != KEPT.hash
    assert named(found) == [said]


def test_a_kept_list_that_was_tampered_with_is_named_though_it_fits_what_is_found() -> None:
    forged = replace(KEPT, files=(HANDLING,))
    found = forged.hashed()
    assert named(found, kept=forged) == ["list changed (its hash is not that of its content)"]
