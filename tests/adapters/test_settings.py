"""A variable of the environment that makes no sense is named, once."""

import pytest

from croupier.adapters.settings import SettingsError, from_environment


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("CROUPIER_TRUSTED_PROXIES", "zz", "'zz' does not appear to be an IPv4 or IPv6 network"),
        ("CROUPIER_TRUSTED_PROXIES", "10.0.0.1/8", "10.0.0.1/8 has host bits set"),
        ("CROUPIER_PORT", "x", "Expected `int`, got `str`"),
        ("CROUPIER_PORT", "65536", "Expected `int` <= 65535"),
        ("CROUPIER_LOG_LEVEL", "loud", "Invalid enum value 'loud'"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named_once(variable: str, value: str, told: str) -> None:
    with pytest.raises(SettingsError) as error:
        from_environment({variable: value})
    assert str(error.value) == f"{variable}: {told}"
