"""Dealing very many decks: on all processors, from the operating system's entropy or from a file."""
