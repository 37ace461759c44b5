"""Signing messages by Standard Webhooks 1.0."""

from datetime import datetime

from standardwebhooks import Webhook

from croupier.service.ports.webhooks import Letter


def signed_headers(letter: Letter, at: datetime) -> dict[str, str]:
    """The headers that identify a message sent `at` (UTC), signed with each of its secrets."""
    text = letter.body.decode()
    signatures = [Webhook(secret).sign(letter.message, at, text) for secret in letter.secrets]
    return {
        "webhook-id": letter.message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
