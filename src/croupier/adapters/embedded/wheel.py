"""Where the wheels of the extra `embedded` keep the servers' executables."""

import importlib.util
from pathlib import Path

from croupier.adapters.embedded.errors import EmbeddedServerFailed


def executable(package: str, pattern: str) -> Path:
    """The executable in an installed `package` that matches the glob `pattern`; nothing is imported.

    Raises `EmbeddedServerFailed` when the wheel is not installed.
    """
    spec = importlib.util.find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        for path in sorted(Path(folder).glob(pattern)):
            return path
    raise EmbeddedServerFailed(
        f"{package} is not installed: install croupier[embedded], or set DATABASE_URL and REDIS_URL "
        "to use servers of your own"
    )
