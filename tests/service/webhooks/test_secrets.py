"""Signing secrets: as Standard Webhooks wants them, sealed, and replaced without a gap."""

from base64 import b64decode
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.fakes import CountedEntropy, OpenSecrets

from croupier.service.errors import SealBroken
from croupier.service.webhooks.secrets import (
    MOST,
    SigningSecret,
    in_force,
    new_secret,
    open_secrets,
    rotated,
    seal_secrets,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_secret_has_256_bits_and_the_prefix_of_the_specification() -> None:
    entropy = CountedEntropy()
    one, other = new_secret(entropy), new_secret(entropy)
    assert one.text.startswith("whsec_")
    assert len(b64decode(one.text.removeprefix("whsec_"))) == 32
    assert one != other
    assert one.text not in repr(one)


def test_the_old_one_signs_until_the_overlap_is_over() -> None:
    old, new = SigningSecret("whsec_a"), SigningSecret("whsec_b")
    secrets = rotated((old,), new, NOW + HOUR, NOW)
    assert [one.text for one in in_force(secrets, NOW)] == ["whsec_b", "whsec_a"]
    assert [one.text for one in in_force(secrets, NOW + HOUR)] == ["whsec_b"]


def test_without_an_overlap_the_new_one_signs_alone_at_once() -> None:
    secrets = rotated((SigningSecret("whsec_a"),), SigningSecret("whsec_b"), NOW, NOW)
    assert secrets == (SigningSecret("whsec_b"),)


def test_a_further_rotation_lengthens_no_earlier_overlap_and_may_shorten_it() -> None:
    first = rotated((SigningSecret("whsec_a"),), SigningSecret("whsec_b"), NOW + HOUR, NOW)
    longer = rotated(first, SigningSecret("whsec_c"), NOW + 5 * HOUR, NOW)
    assert [one.until for one in longer] == [None, NOW + 5 * HOUR, NOW + HOUR]
    assert rotated(longer, SigningSecret("whsec_d"), NOW, NOW) == (SigningSecret("whsec_d"),)


def test_only_so_many_sign_however_often_it_is_replaced() -> None:
    secrets: tuple[SigningSecret, ...] = (SigningSecret("whsec_0"),)
    for n in range(1, 10):
        secrets = rotated(secrets, SigningSecret(f"whsec_{n}"), NOW + HOUR, NOW)
    assert [one.text for one in secrets] == [f"whsec_{n}" for n in range(9, 9 - MOST, -1)]


def test_what_is_sealed_opens_for_its_own_webhook_alone() -> None:
    keeper, secrets = OpenSecrets(), (SigningSecret("whsec_a"), SigningSecret("whsec_b", NOW))
    sealed = seal_secrets(keeper, "house", "webhook-a", secrets)
    assert open_secrets(keeper, "house", "webhook-a", sealed) == secrets
    for log, webhook in (("other", "webhook-a"), ("house", "webhook-b")):
        with pytest.raises(SealBroken):
            open_secrets(keeper, log, webhook, sealed)
