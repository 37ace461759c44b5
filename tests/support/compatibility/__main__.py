"""`python -m tests.support.compatibility`: what breaks clients of the last released document.

With `--release VERSION` the committed document becomes that of the version, and the list of what is broken
knowingly is begun anew; refused while something is broken that is not on it.
"""

import sys

from tests.support.compatibility import breaks
from tests.support.compatibility.released import Documents


def main(arguments: list[str], documents: Documents) -> int:
    """The exit code: 1 where clients break though nobody accepted it."""
    found = documents.unaccepted(breaks(documents.last, documents.committed))
    print("".join(f"{what}\n" for what in found), end="")
    match arguments:
        case ["--release", version] if not found:
            documents.release(version)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Documents()))
