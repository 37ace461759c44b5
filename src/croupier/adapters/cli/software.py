"""`croupier software`: the list of what is installed, kept and compared."""

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.options import Flag
from croupier.adapters.cli.printing import print_json, printable

if TYPE_CHECKING:
    from croupier.service.software.comparing import Difference
    from croupier.service.software.manifest import Manifest


@telling("croupier software: ")
def software(
    *,
    json: Flag = False,
    verify: Path | None = None,
) -> int:
    """List the software that is installed, or compare it with a list that was kept.

    Keep what `--json` prints where who runs the service can't change it. `--verify` then names each file of
    the program and each package that differs, and each file of a package that is not as the package brought
    it, or that no package brought. Exits 0 when nothing differs, 1 when anything does, 2 when it failed.

    Parameters
    ----------
    json
        Print JSON for machines: the whole list, or with --verify what differs.
    verify
        The file with the kept list.
    """
    from croupier.adapters.software import InstalledSoftware

    kept = _kept(verify) if verify else None
    found = InstalledSoftware().manifest()
    if kept is None:
        _print(found, json)
        return 0
    return _verify(kept, found, json)


def _kept(file: Path) -> "Manifest":
    """The list in the file. Raises `Refused`, `OSError`."""
    from msgspec import DecodeError
    from msgspec.json import decode

    from croupier.service.software.manifest import Manifest

    try:
        return decode(file.read_bytes(), type=Manifest)
    except DecodeError as error:
        raise Refused(f"{file} is no list of software: {error}") from None


def _print(found: "Manifest", json: bool) -> None:
    if json:
        print_json(found)
        return
    print(f"croupier {found.version}, {len(found.files):,} files, on Python {found.python}")
    print(f"rule code  {found.rule_code}")
    print(f"packages   {len(found.packages):,} installed beside it")
    print(f"hash       {found.hash}")


def _verify(kept: "Manifest", found: "Manifest", json: bool) -> int:
    from croupier.adapters.software import altered_files
    from croupier.service.software.comparing import differences

    different = [*differences(kept, found), *altered_files()]
    if json:
        print_json({"kept": kept.hash, "found": found.hash, "differences": different})
    else:
        _print_differences(kept, different)
    return 1 if different else 0


def _print_differences(kept: "Manifest", different: "list[Difference]") -> None:
    for difference in different:
        print(printable(str(difference)))
    many = len(different)
    what = "nothing differs" if not many else "1 difference" if many == 1 else f"{many:,} differences"
    print(f"{len(kept.files):,} files and {len(kept.packages):,} packages compared: {what}")
