"""Scenarios: rounds written down with their cards, commands and end state, played through the rules."""
