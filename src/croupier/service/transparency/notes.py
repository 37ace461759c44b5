"""Signed notes: a text, and who signed it (C2SP signed-note)."""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from croupier.service.transparency.base64text import decode64, encode64
from croupier.service.transparency.malformed import Malformed

ED25519: Final = 1
"""The signature type of a log: Ed25519 over the note's text."""
COSIGNATURE: Final = 4
"""The signature type of a witness: a time and Ed25519 over it and the text (C2SP tlog-cosignature)."""
MOST_SIGNATURES: Final = 100
MOST_NOTE_BYTES: Final = 1_000_000

_KEY_ID_BYTES: Final = 4
_PUBLIC_BYTES: Final = 32
_DASH: Final = "— "


class VerifierKey(Struct, frozen=True):
    """A public key and the name it signs under. `algorithm` is the signature type, 1 or 4."""

    name: str
    key_id: bytes
    algorithm: int
    public: bytes

    @property
    def text(self) -> str:
        """The key on one line: `name+hex(key id)+base64(algorithm || public key)`."""
        return f"{self.name}+{self.key_id.hex()}+{encode64(bytes([self.algorithm]) + self.public)}"


class NoteSignature(Struct, frozen=True):
    """One signature of a note; what `signature` is depends on the type of the key, see `VerifierKey`."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The signature's line in a note, without its newline."""
        return f"{_DASH}{self.name} {encode64(self.key_id + self.signature)}"


class Note(Struct, frozen=True):
    """A text, which ends in a newline and is signed with it, and its signatures, right or wrong ones."""

    text: str
    signatures: tuple[NoteSignature, ...]


def key_id(name: str, algorithm: int, public: bytes) -> bytes:
    """The four bytes that a key goes by: SHA-256(name || 0A || algorithm || public key), cut short."""
    return sha256(name.encode() + b"\n" + bytes([algorithm]) + public).digest()[:_KEY_ID_BYTES]


def verifier_key(name: str, public: bytes, algorithm: int = ED25519) -> VerifierKey:
    """The verifier key of a public key under that name. Raises `Malformed` when it can't be a key's name."""
    _check_name(name)
    return VerifierKey(name, key_id(name, algorithm, public), algorithm, public)


def parse_verifier_key(text: str) -> VerifierKey:
    """The key on the line, of a log or of a witness. Raises `Malformed`."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise Malformed("a verifier key has three parts with a plus between them")
    name, identity, encoded = parts
    data = decode64(encoded)
    if data[:1] not in (bytes([ED25519]), bytes([COSIGNATURE])) or len(data) != 1 + _PUBLIC_BYTES:
        raise Malformed("the verifier key is not one of Ed25519")
    key = verifier_key(name, data[1:], data[0])
    if key.key_id.hex() != identity:
        raise Malformed("the verifier key's id does not belong to its name and key")
    return key


def parse_note(data: bytes) -> Note:
    """The note in these bytes, its signatures unverified. Raises `Malformed`."""
    if len(data) > MOST_NOTE_BYTES:
        raise Malformed("the note is too long")
    content = _plain(data)
    end = content.rfind("\n\n")
    if end < 0:
        raise Malformed("the note has no blank line before its signatures")
    text, lines = content[: end + 1], content[end + 2 :]
    if not lines.endswith("\n"):
        raise Malformed("the note has no signatures, or the last of them has no newline at its end")
    signatures = tuple(map(parse_signature, lines[:-1].split("\n")))
    if len(signatures) > MOST_SIGNATURES:
        raise Malformed("the note has too many signatures")
    return Note(text, signatures)


def parse_signature(line: str) -> NoteSignature:
    """The signature of a note's line without its newline. Raises `Malformed`."""
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise Malformed("a signature's line has not a dash, a name and a signature")
    _check_name(name)
    data = decode64(encoded)
    if len(data) <= _KEY_ID_BYTES:
        raise Malformed("a signature is too short")
    return NoteSignature(name, data[:_KEY_ID_BYTES], data[_KEY_ID_BYTES:])


def write_note(note: Note) -> bytes:
    """The note in bytes, which `parse_note` reads back. Raises `Malformed` for what can't be a note."""
    lines = "".join(f"{signature.line}\n" for signature in note.signatures)
    data = f"{note.text}\n{lines}".encode(errors="surrogatepass")
    if parse_note(data) != note:
        raise Malformed("the text of a note ends in a newline")
    return data


def _plain(data: bytes) -> str:
    try:
        content = data.decode()
    except UnicodeDecodeError:
        raise Malformed("the note is not UTF-8") from None
    if not all(_is_plain(char) or char == "\n" for char in content):
        raise Malformed("the note has control characters in it")
    return content


def _is_plain(char: str) -> bool:
    """Whether it is neither an ASCII control character nor half of one of UTF-16's pairs."""
    return char >= " " and not "\ud800" <= char <= "\udfff"


def _check_name(name: str) -> None:
    if not name or "+" in name or any(char.isspace() or not _is_plain(char) for char in name):
        raise Malformed("a key's name is empty, or has a space, a plus or what is no character in it")
