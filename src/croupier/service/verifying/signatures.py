"""Who has signed a checkpoint (C2SP signed-note, tlog-checkpoint and tlog-cosignature)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from croupier.service.ports.transparency import SignatureChecker
from croupier.service.transparency.checkpoints import Checkpoint, is_signed, parse_checkpoint
from croupier.service.transparency.cosignatures import is_cosigned
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import (
    ED25519,
    Note,
    NoteSignature,
    VerifierKey,
    parse_note,
    parse_verifier_key,
)
from croupier.service.verifying.findings import Findings
from croupier.service.verifying.since import KeptCheckpoint

Trusted = Literal["given", "bundle", "none"]


class Trust(Struct, frozen=True):
    """Whom the verification believes: the log's `keys`, and the `witnesses` that must have cosigned.

    Keys of several logs may be given: each is believed about the log whose origin is its name, and no other.
    Without keys the bundle's own are used, which anybody can have put there: it is a finding unless
    `bundle_key` says that this is meant.
    """

    keys: tuple[VerifierKey, ...] = ()
    witnesses: tuple[VerifierKey, ...] = ()
    bundle_key: bool = False

    @property
    def of(self) -> Trusted:
        """Where the keys come from."""
        if self.keys:
            return "given"
        return "bundle" if self.bundle_key else "none"


def read_keys(content: bytes) -> tuple[VerifierKey, ...]:
    """The verifier keys in the lines of a file. Raises `Malformed`."""
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise Malformed("the keys are not UTF-8") from None
    keys = tuple(parse_verifier_key(line.strip()) for line in lines if line.strip())
    if not keys:
        raise Malformed("there is no key")
    return keys


class Signatures:
    """Checks the signatures of one checkpoint."""

    def __init__(self, checker: SignatureChecker, trust: Trust, findings: Findings) -> None:
        """`signers` and `cosigners` are the texts of the keys whose signatures hold."""
        self._checker = checker
        self._trust = trust
        self._findings = findings
        self.signers: tuple[str, ...] = ()
        self.cosigners: tuple[str, ...] = ()

    def check(self, content: bytes, bundled: Sequence[VerifierKey]) -> Checkpoint | None:
        """The checkpoint in a note; None when it is none. Raises `TooMany`."""
        try:
            note = parse_note(content)
            checkpoint = parse_checkpoint(note.text)
        except Malformed as wrong:
            self._findings.say("checkpoint-unreadable", f"{wrong}", "checkpoint")
            return None
        keys = self._keys(bundled)
        if self._trust.of == "none":
            what = "no key was given to trust, and the bundle's own proves nothing: a forger puts in his"
            self._findings.say("key-untrusted", what, "key")
        self.signers = self._signers(note, _keys_of(checkpoint, keys), "checkpoint")
        self._require_origin(checkpoint, keys)
        self.cosigners = tuple(key.text for key in self._trust.witnesses if self._has_cosigned(note, key))
        return checkpoint

    def check_kept(self, kept: KeptCheckpoint, bundled: Sequence[VerifierKey]) -> None:
        """Require a kept checkpoint's signature as that of the bundle's own. Raises `TooMany`."""
        self._signers(kept.note, _keys_of(kept.checkpoint, self._keys(bundled)), kept.name)

    def _keys(self, bundled: Sequence[VerifierKey]) -> Sequence[VerifierKey]:
        return self._trust.keys or bundled

    def _signers(self, note: Note, keys: Sequence[VerifierKey], member: str) -> tuple[str, ...]:
        """The texts of those of the keys whose signatures hold. Raises `TooMany`."""
        valid: list[str] = []
        claimed = False
        for signature in note.signatures:
            for key in keys:
                if (signature.name, signature.key_id) != (key.name, key.key_id):
                    continue
                claimed = True
                if is_signed(note.text, signature, key, self._checker):
                    valid.append(key.text)
                else:
                    what = f"the signature under {_short(key)} is not that key's over this checkpoint"
                    self._findings.say("signature-invalid", what, member)
        if not claimed:
            origin = parse_checkpoint(note.text).origin
            named = ", ".join(_short(one) for one in note.signatures[:5])
            what = f"no trusted key of {origin} has signed the checkpoint; it is signed by {named}"
            self._findings.say("signature-missing", what, member)
        return tuple(dict.fromkeys(valid))

    def _require_origin(self, checkpoint: Checkpoint, keys: Sequence[VerifierKey]) -> None:
        if keys and checkpoint.origin not in {key.name for key in keys}:
            what = f"the checkpoint is of {checkpoint.origin}, the key of {keys[0].name}"
            self._findings.say("origin-differs", what, "checkpoint")

    def _has_cosigned(self, note: Note, key: VerifierKey) -> bool:
        named = [one for one in note.signatures if (one.name, one.key_id) == (key.name, key.key_id)]
        if any(is_cosigned(note.text, one, key, self._checker) for one in named):
            return True
        if named:
            what = f"the cosignature under {_short(key)} is not that witness's over this checkpoint"
            self._findings.say("witness-invalid", what, "checkpoint")
        else:
            self._findings.say("witness-missing", f"the witness {_short(key)} has not cosigned", "checkpoint")
        return False


def _keys_of(checkpoint: Checkpoint, keys: Sequence[VerifierKey]) -> list[VerifierKey]:
    """Those by which the checkpoint's own log is signed: a key speaks for the origin that is its name."""
    return [key for key in keys if key.algorithm == ED25519 and key.name == checkpoint.origin]


def _short(key: VerifierKey | NoteSignature) -> str:
    """Name and id, which is what a note names a key by."""
    return f"{key.name}+{key.key_id.hex()}"
