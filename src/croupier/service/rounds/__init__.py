"""Rounds: finding one in its table's stream, reporting it, a player's history, a table as it once stood."""
