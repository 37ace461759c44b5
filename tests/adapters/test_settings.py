"""Settings that make no sense: the variable is named, and what is wrong with it said in words."""

import pytest

from croupier.adapters.settings import SettingsError, from_environment


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("REDIS_URL", "foo", "Redis URL must specify one of the following schemes (redis://"),
        ("REDIS_URL", "http://x", "Redis URL must specify one of the following schemes (redis://"),
        ("REDIS_URL", "redis://x:y", "Port could not be cast to integer value as 'y'"),
        ("DATABASE_URL", "foo", 'missing "=" after "foo" in connection info string'),
        ("DATABASE_OWNER_URL", "host=x sot=y", 'invalid connection option "sot"'),
        ("CROUPIER_TRUSTED_PROXIES", "x", "'x' does not appear to be an IPv4 or IPv6 network"),
        ("CROUPIER_TRUSTED_PROXIES", "10.0.0.1/8", "10.0.0.1/8 has host bits set"),
        ("CROUPIER_LOG_LEVEL", "loud", "has to be one of debug, error, info, warning"),
        ("CROUPIER_OPERATOR", "The House", "has to be 1 to 40 small letters, digits and hyphens"),
        ("CROUPIER_NAME", "http://x", "has to be a URL without its scheme: "),
        ("CROUPIER_NAME", "x" * 101, "has to be a URL without its scheme: 1 to 100 small letters"),
        ("CROUPIER_CORS_ORIGINS", "x", "has to be * or origins like https://example.com"),
        ("CROUPIER_PORT", "x", "has to be a whole number, not a text"),
        ("CROUPIER_PORT", "65536", "has to be at most 65535"),
        ("CROUPIER_CLOCK_TOLERANCE", "0", "has to be more than 0"),
        ("CROUPIER_FIXED_DECKS", "perhaps", "has to be true or false"),
    ],
)
def test_what_makes_no_sense_is_told_by_the_variable_in_words(variable: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        from_environment({variable: value})
    assert str(refused.value).startswith(f"{variable}: {said}")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("REDIS_URL", "redis://localhost:6379/0"),
        ("REDIS_URL", "rediss://:secret@example.com"),
        ("REDIS_URL", "unix:///run/valkey.sock"),
        ("DATABASE_URL", "postgresql://croupier@localhost/croupier"),
        ("DATABASE_URL", "host=/run/postgresql dbname=croupier"),
        ("CROUPIER_NAME", "example.com/croupier"),
        ("CROUPIER_NAME", "localhost:8000"),
    ],
)
def test_what_makes_sense_is_taken(variable: str, value: str) -> None:
    assert value in map(str, (getattr(from_environment({variable: value}), name) for name in NAMES))


NAMES = ("redis_url", "database_url", "name")
