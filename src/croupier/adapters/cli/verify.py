"""`croupier verify`: check a bundle with nothing but the log's public key."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

from cyclopts import Parameter

from croupier.adapters.cli.frame import telling
from croupier.adapters.cli.options import Flag
from croupier.adapters.cli.printing import print_json, progress_bar

if TYPE_CHECKING:
    from croupier.service.transparency.notes import VerifierKey
    from croupier.service.verifying import KeptCheckpoint, Report, Trust

Keys = Annotated[tuple[str, ...], Parameter(negative="")]


@telling("croupier verify: ")
def verify(
    bundle: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    key: Keys = (),
    witness: Keys = (),
    since: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    trust_bundle_key: Flag = False,
    credential: Annotated[str | None, Parameter(env_var="CROUPIER_KEY")] = None,
    json: Flag = False,
    all: Flag = False,
) -> int:
    """Check a bundle: signatures, every record's place in the tree, chains, decks, every command, chips.

    Nothing is needed for it but the log's public key; no server is asked, nothing is unpacked. Exits 0 when
    all is well, 1 when anything is wrong or no key was given to trust, 2 when there is nothing to check.

    Parameters
    ----------
    bundle
        A file, `-` for the standard input, or the URL of a bundle at a running service.
    key
        The log's verifier key, or a file with such keys; `croupier log-key` prints it at its service.
    witness
        The verifier key of a witness that must have cosigned, or a file with such keys.
    since
        A file with a checkpoint of the log that you kept; it must have done nothing but grow since.
    trust_bundle_key
        Be content with the key that lies in the bundle, which anybody can have put there.
    credential
        The key or token to fetch a bundle with; sent by https only, or to this machine.
    json
        Print one JSON object for machines.
    all
        List all that was found wrong, and not just the first of it.
    """
    from croupier.adapters.cli.bundle_files import opened

    trust = _trust(key, witness, trust_bundle_key)
    kept = tuple(map(_kept, since))
    with opened(bundle, credential) as file:
        report = _verified(file, trust, kept)
    _print(report, json, all)
    return 0 if report.verdict == "good" else 1


def _trust(keys: tuple[str, ...], witnesses: tuple[str, ...], bundle_key: bool) -> "Trust":
    from croupier.service.verifying import Trust

    return Trust(_keys(keys), _keys(witnesses), bundle_key)


def _keys(given: tuple[str, ...]) -> "tuple[VerifierKey, ...]":
    """The keys that were given, each by itself or in a file. Raises `Malformed`, `OSError`."""
    from croupier.service.transparency.malformed import Malformed
    from croupier.service.verifying.signatures import read_keys

    found: list[VerifierKey] = []
    for text in given:
        path = Path(text)
        try:
            found += read_keys(path.read_bytes() if path.is_file() else text.encode())
        except Malformed as wrong:
            raise Malformed(f"{text} is neither a verifier key nor a file of such: {wrong}") from None
    return tuple(found)


def _kept(path: Path) -> "KeptCheckpoint":
    """The checkpoint that was kept in the file. Raises `Malformed`, `OSError`."""
    from croupier.service.transparency.malformed import Malformed
    from croupier.service.verifying import read_kept

    try:
        return read_kept(str(path), path.read_bytes())
    except Malformed as wrong:
        raise Malformed(f"{path} is not a checkpoint: {wrong}") from None


def _verified(file: BinaryIO, trust: "Trust", kept: "tuple[KeptCheckpoint, ...]") -> "Report":
    from croupier.adapters.ed25519 import Ed25519Checker
    from croupier.adapters.garbage import settle
    from croupier.adapters.rulebooks import rulebooks
    from croupier.adapters.system import rule_code
    from croupier.service.verifying import Verifier

    settle()
    total = 2 * file.seek(0, 2)
    done = 0
    with progress_bar("bytes read") as progress:

        def seen(count: int) -> None:
            nonlocal done
            before, done = done, done + count
            if before >> 20 != done >> 20:
                progress(done, total)

        return Verifier(Ed25519Checker(), rule_code(), rulebooks()).verify(file, trust, seen, kept)


def _print(report: "Report", json: bool, all: bool) -> None:
    if json:
        from msgspec.structs import asdict

        print_json({**asdict(report), "entries_per_second": round(report.rate)})
        return
    from croupier.adapters.cli.verdicts import lines

    for line in lines(report, most=None if all else 20):
        print(line)
