"""How the service's sessions with the database are set up."""

from psycopg.conninfo import conninfo_to_dict, make_conninfo

ROLE = "croupier_service"
_SETTINGS = {
    # Whoever logs in works with the service's rights alone.
    "role": ROLE,
    "search_path": "croupier",
    # A snapshot taken before the log's lock would show an old head.
    "default_transaction_isolation": r"read\ committed",
    # A machine that vanished must not hold a log's lock for the two hours of the default.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "statement_timeout": "10s",
}
_CONNECT_TIMEOUT = "5"


def service_conninfo(url: str) -> str:
    """The connection string of a session that works as the role `croupier_service`.

    The login in `url` must be the migrations' owner or have been granted that role.
    """
    words = conninfo_to_dict(url)
    ours = [f"-c {name}={value}" for name, value in _SETTINGS.items()]
    options = " ".join([str(words.get("options") or ""), *ours]).strip()
    return make_conninfo("", **{"connect_timeout": _CONNECT_TIMEOUT, **words, "options": options})
