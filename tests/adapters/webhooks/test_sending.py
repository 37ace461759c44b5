"""Sending over HTTP: signed, bounded in everything, and never to where it may not go."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from standardwebhooks import Webhook, WebhookVerificationError
from tests.support.receiver import Got, Receiver, answer, receiving

from croupier.adapters.system import SystemClock
from croupier.adapters.webhooks import sender as sending
from croupier.adapters.webhooks.answers import judged
from croupier.adapters.webhooks.names import SENDING, SystemNames
from croupier.adapters.webhooks.resolving import Resolver
from croupier.adapters.webhooks.sender import HttpSender
from croupier.service.errors import WebhookUrlRefused
from croupier.service.ports.webhooks import Letter

SECRET = "whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="
OTHER = "whsec_MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTE="


class Names:
    """A name server in the test's hand."""

    def __init__(self, **known: Sequence[str]) -> None:
        self.known, self.asked = known, 0

    async def __call__(self, name: str, port: int, log: str) -> Sequence[str]:
        self.asked += 1
        if name not in self.known:
            raise OSError("no such name")
        return self.known[name]


def letter(url: str, *secrets: str) -> Letter:
    return Letter(url, "msg_a_1", b'{"type":"wallet.entry","data":"\xc3\xa4"}', secrets or (SECRET,), "house")


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture
async def sender() -> AsyncIterator[HttpSender]:
    """A sender that may send anywhere, and waits half a second."""
    sender = HttpSender(Resolver(SystemNames(SENDING), private=True), SystemClock(), patience=0.5)
    yield sender
    await sender.close()


@pytest.fixture
async def careful() -> AsyncIterator[HttpSender]:
    """A sender that may send to the public Internet, whose names lead where attackers want them to."""
    names = Names(**{"rebound.example": ["127.0.0.1"], "both.example": ["8.8.8.8", "::ffff:10.0.0.1"]})
    sender = HttpSender(Resolver(names, private=False), SystemClock(), patience=0.5)
    yield sender
    await sender.close()


def at(receiver: Receiver, path: str = "/hook", scheme: str = "http", host: str = "127.0.0.1") -> str:
    return f"{scheme}://{host}:{receiver.port}{path}"


async def test_a_message_is_what_the_library_verifies(receiver: Receiver, sender: HttpSender) -> None:
    answered = await sender.send(letter(at(receiver, "/hook?x=1")))
    assert (answered.verdict, answered.status, answered.failure) == ("accepted", 204, None)
    (got,) = receiver.got
    assert got.line == "POST /hook?x=1 HTTP/1.1"
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["user-agent"].startswith("croupier/")
    assert got.message == "msg_a_1"
    assert got.verified(SECRET) == {"type": "wallet.entry", "data": "ä"}
    with pytest.raises(WebhookVerificationError):
        got.verified(OTHER)
    got.body += b" "
    with pytest.raises(WebhookVerificationError):
        got.verified(SECRET)


async def test_while_a_secret_is_replaced_both_verify(receiver: Receiver, sender: HttpSender) -> None:
    await sender.send(letter(at(receiver), OTHER, SECRET))
    (got,) = receiver.got
    assert got.verified(SECRET) == got.verified(OTHER)
    assert got.headers["webhook-signature"].count("v1,") == 2


async def test_a_connection_is_used_again(receiver: Receiver, sender: HttpSender) -> None:
    for _ in range(5):
        assert (await sender.send(letter(at(receiver)))).verdict == "accepted"
    assert receiver.connections == 1


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (200, "accepted"),
        (299, "accepted"),
        (301, "refused"),
        (307, "refused"),
        (400, "refused"),
        (404, "refused"),
        (410, "gone"),
        (429, "unavailable"),
        (500, "refused"),
        (502, "unavailable"),
        (503, "unavailable"),
        (504, "unavailable"),
    ],
)
async def test_the_status_says_what_became_of_it(
    receiver: Receiver, sender: HttpSender, status: int, verdict: str
) -> None:
    receiver.always(answer(status, Location="http://127.0.0.1:1/"))
    answered = await sender.send(letter(at(receiver)))
    assert (answered.verdict, answered.status) == (verdict, status)
    assert answered.failure == (None if verdict == "accepted" else "status")
    assert len(receiver.got) == 1


NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("Thu, 01 Jan 2026 00:01:00 GMT", 60.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
        ("", None),
        ("-5", None),
        ("1e9", None),
        ("soon", None),
        ("٣", None),
        ("9" * 400, None),
        ("Thu, 99 Jan 2026 00:01:00 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_its_forms_and_nonsense_is_passed_over(
    value: str, seconds: float | None
) -> None:
    headers = [(b"Retry-After", value.encode("utf-8"))]
    assert judged(503, headers, NOW).retry_after == seconds


async def test_nobody_there_is_no_error_of_ours(sender: HttpSender) -> None:
    async with receiving() as receiver:
        url = at(receiver)
    answered = await sender.send(letter(url))
    assert (answered.verdict, answered.status, answered.failure) == ("unavailable", None, "connection")


async def test_a_connection_that_is_lost_is_told(receiver: Receiver, sender: HttpSender) -> None:
    receiver.always(b"")
    assert (await sender.send(letter(at(receiver)))).failure in ("connection", "protocol")


@pytest.mark.parametrize(
    "raw", [b"what?\r\n\r\n", b"HTTP/1.1 999999 X\r\n\r\n", b"\x00" * 200_000, b"\r\n" * 9]
)
async def test_what_is_no_http_is_told(receiver: Receiver, sender: HttpSender, raw: bytes) -> None:
    receiver.always(raw)
    answered = await sender.send(letter(at(receiver)))
    assert answered.verdict == "unavailable"
    assert answered.failure in ("protocol", "timeout", "connection")


async def test_who_is_slow_is_not_waited_for(receiver: Receiver, sender: HttpSender) -> None:
    async def never(got: Got) -> bytes:
        await asyncio.sleep(30)
        return answer(204)

    receiver.answers = never
    answered = await sender.send(letter(at(receiver)))
    assert (answered.verdict, answered.failure) == ("unavailable", "timeout")
    assert answered.duration >= 500


async def test_headers_without_an_end_are_not_read_to_it(receiver: Receiver, sender: HttpSender) -> None:
    receiver.always(b"HTTP/1.1 200 X\r\n" + b"x: y\r\n" * 100_000)
    assert (await sender.send(letter(at(receiver)))).failure in ("protocol", "timeout")


async def test_a_body_without_an_end_is_not_read_to_it(
    receiver: Receiver, sender: HttpSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "_FOR_THE_BODY", 0.1)
    for raw in (answer(200, b"x" * 100_000), b"HTTP/1.1 200 X\r\nContent-Length: 5\r\n\r\nx"):
        receiver.always(raw)
        assert (await sender.send(letter(at(receiver)))).verdict == "accepted"
    receiver.always(answer(204))
    assert (await sender.send(letter(at(receiver)))).verdict == "accepted"
    assert receiver.connections == 3


async def test_no_proxy_of_the_environment_sees_it(
    receiver: Receiver, sender: HttpSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert (await sender.send(letter(at(receiver)))).verdict == "accepted"


@pytest.mark.parametrize("host", ["rebound.example", "both.example"])
async def test_a_name_that_leads_inside_by_now_is_not_connected_to(
    receiver: Receiver, careful: HttpSender, host: str
) -> None:
    answered = await careful.send(letter(at(receiver, scheme="https", host=host)))
    assert (answered.verdict, answered.failure) == ("unavailable", "unresolvable")
    assert receiver.connections == 0


@pytest.mark.parametrize("url", ["http://127.0.0.1:{}/", "https://127.0.0.1:{}/", "https://0x7f.1:{}/"])
async def test_a_url_that_was_registered_under_other_settings_is_judged_anew(
    receiver: Receiver, careful: HttpSender, url: str
) -> None:
    answered = await careful.send(letter(url.format(receiver.port)))
    assert (answered.verdict, answered.failure) == ("unavailable", "address-refused")
    assert receiver.connections == 0


async def test_a_name_that_leads_nowhere_is_told(careful: HttpSender) -> None:
    assert (await careful.send(letter("https://gone.example/"))).failure == "unresolvable"


async def test_a_name_is_asked_for_once_and_that_address_is_connected_to(receiver: Receiver) -> None:
    names = Names(**{"moving.example": ["127.0.0.1"]})
    sender = HttpSender(Resolver(names, private=True), SystemClock(), patience=0.5)
    assert (await sender.send(letter(at(receiver, host="moving.example")))).verdict == "accepted"
    await sender.close()
    assert names.asked == 1
    assert receiver.got[0].headers["host"] == f"moving.example:{receiver.port}"


async def test_where_the_first_address_does_not_answer_the_second_is_tried(receiver: Receiver) -> None:
    names = Names(**{"two.example": ["127.0.0.2", "127.0.0.1"]})
    sender = HttpSender(Resolver(names, private=True), SystemClock(), patience=2)
    assert (await sender.send(letter(at(receiver, host="two.example")))).verdict == "accepted"
    await sender.close()


async def test_an_address_is_judged_when_it_is_registered_too() -> None:
    names = Names(**{"inside.example": ["10.0.0.1"], "example.com": ["8.8.8.8"], "none.example": []})
    resolver = Resolver(names, private=False)
    await resolver.require_fit("https://example.com/", "house")
    for host in ("inside.example", "none.example", "unknown.example", "127.0.0.1"):
        with pytest.raises(WebhookUrlRefused):
            await resolver.require_fit(f"https://{host}/", "house")


class Certificate:
    """A certificate for a name, signed by itself, and what a server and a client make of it."""

    def __init__(self, name: str, folder: Path) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        day = timedelta(days=1)
        made = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(1)
            .not_valid_before(datetime.now(UTC) - day)
            .not_valid_after(datetime.now(UTC) + day)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        self.pem = folder / "certificate.pem"
        secret = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self.pem.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
        self.asked_for: list[str | None] = []

    def of_a_server(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.pem)
        context.sni_callback = lambda _, name, __: self.asked_for.append(name)
        return context

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.pem))


async def test_tls_asks_for_the_name_of_the_url_at_the_address_that_was_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = Certificate("hooks.example", tmp_path)
    monkeypatch.setattr(sending, "ssl_context", certificate.trusted)
    names = Names(**{"hooks.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]})
    sender = HttpSender(Resolver(names, private=True), SystemClock(), patience=2)
    async with receiving(certificate.of_a_server()) as receiver:
        taken = await sender.send(letter(at(receiver, scheme="https", host="hooks.example")))
        assert taken.verdict == "accepted"
        refused = await sender.send(letter(at(receiver, scheme="https", host="other.example")))
        assert (refused.verdict, refused.failure) == ("unavailable", "tls")
    assert certificate.asked_for == ["hooks.example", "other.example"]
    assert len(receiver.got) == 1
    await sender.close()


async def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    certificate = Certificate("hooks.example", tmp_path)
    sender = HttpSender(Resolver(Names(**{"hooks.example": ["127.0.0.1"]}), private=True), SystemClock())
    async with receiving(certificate.of_a_server()) as receiver:
        answered = await sender.send(letter(at(receiver, scheme="https", host="hooks.example")))
    assert answered.failure == "tls"
    assert receiver.got == []
    await sender.close()


def test_the_signature_is_the_specifications_own_example() -> None:
    at = datetime.fromtimestamp(1614265330, UTC)
    signed = Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").sign(
        "msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}'
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
