"""The documents that number the rules of the games, as they are shipped with the program."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from croupier.domain.catalogue import GAMES


def rulebooks() -> dict[str, str]:
    """The SHA-256 (hex) of each game's document, by game; a game without one is left out.

    They are the pages of `docs/games`, which the package holds as `rules`; where it is run from its
    repository, they are read there.
    """
    packaged = files("croupier") / "rules"
    folder = packaged if packaged.is_dir() else Path(__file__).parents[3] / "docs" / "games"
    pages = {game: folder / f"{game}.md" for game in GAMES}
    return {game: sha256(page.read_bytes()).hexdigest() for game, page in pages.items() if page.is_file()}
