"""`croupier log-key`: the public keys that logs are verified with."""

from croupier.adapters.cli.frame import telling
from croupier.adapters.cli.options import Flag
from croupier.adapters.ed25519 import Ed25519Signer
from croupier.adapters.installed import require_log_key
from croupier.adapters.keyfiles import add_log_key, log_keys
from croupier.adapters.settings import Settings, from_environment
from croupier.service.transparency.reading import origin_of


@telling("croupier log-key: ", code=1, words=str)
def log_key(*logs: str, rotate: Flag = False) -> int:
    """Print the verifier keys of logs, one a line; a log has several while its key is being replaced.

    Parameters
    ----------
    logs
        The operators whose logs are meant; the one of the settings when left out.
    rotate
        First add a new key to the key file. Services sign with it too from their next start on.
    """
    settings = from_environment()
    require_log_key(settings)
    if rotate:
        add_log_key(settings)
    for line in _verifier_keys(settings, logs or (settings.operator,)):
        print(line)
    return 0


def _verifier_keys(settings: Settings, logs: tuple[str, ...]) -> list[str]:
    signer = Ed25519Signer(log_keys(settings))
    return [key.text for log in logs for key in signer.keys(origin_of(settings.name, log))]
