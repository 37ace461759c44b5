"""One folder a game, each exporting one `GAME`; games never import each other."""
