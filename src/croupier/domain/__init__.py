"""The rules: pure, without I/O, clock or randomness. Imports the standard library and msgspec only."""
