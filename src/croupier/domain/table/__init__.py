"""The table that all games share: seats, stacks, limits, the house account, its decks and its rounds."""
