"""A game that is not the package's own, as one is added: a folder, and an entry in the catalogue."""
