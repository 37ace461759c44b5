"""Tokens of players and spectators as JSON Web Tokens (RFC 7519), signed with HMAC-SHA-256."""

from datetime import UTC, datetime
from typing import Any, Final

import jwt
from jwt.types import Options
from msgspec import Struct, ValidationError, convert

from croupier.service.ports import Grant, TokenRole

_ALGORITHM: Final = "HS256"
_AUDIENCE: Final = "croupier"
_LONGEST: Final = 4096
_CHECKS: Final[Options] = {
    "require": ["exp", "iat", "jti", "sub", "aud"],
    "verify_exp": False,  # by the service's clock, below
    "verify_iat": False,  # clocks differ: a token minted by one process is good at another at once
}


class _Claims(Struct, frozen=True):
    log: str
    sub: str
    exp: int
    test: bool = False
    table: str | None = None
    role: TokenRole = "player"


class JwtTokens:
    """Implements `Tokens`. The claims are `log`, `sub` (the holder), `table`, `test`, `iat`, `exp`, `jti`.

    A spectator's has `role` besides; without one a token is a player's.
    """

    def __init__(self, key: bytes) -> None:
        """Sign with `key`, at least 32 bytes (RFC 7518, 3.2). Raises `ValueError` for a shorter one."""
        if len(key) < 32:
            raise ValueError("a token key has 32 bytes at the least")
        self._key = key
        self._jwt = jwt.PyJWT()

    def write(self, grant: Grant, at: datetime, token_id: str) -> str:
        """The grant as a signed token."""
        claims: dict[str, Any] = {
            "aud": _AUDIENCE,
            "log": grant.log,
            "sub": grant.holder,
            "iat": int(at.timestamp()),
            "exp": int(grant.expires.timestamp()),
            "jti": token_id,
        }
        if grant.test:
            claims["test"] = True
        if grant.table is not None:
            claims["table"] = grant.table
        if grant.role != "player":
            claims["role"] = grant.role
        return self._jwt.encode(claims, self._key, _ALGORITHM)

    def read(self, token: str, at: datetime) -> Grant | None:
        """What the token grants. Only HS256 is accepted, whatever the token names (RFC 8725, 3.1)."""
        if len(token) > _LONGEST:
            return None
        try:
            found = self._jwt.decode(
                token, self._key, algorithms=[_ALGORITHM], audience=_AUDIENCE, options=_CHECKS
            )
            claims = convert(found, _Claims)
        except (jwt.InvalidTokenError, ValidationError):
            return None
        expires = datetime.fromtimestamp(claims.exp, UTC)
        if at >= expires:
            return None
        return Grant(claims.log, claims.sub, expires, claims.test, claims.table, claims.role)
