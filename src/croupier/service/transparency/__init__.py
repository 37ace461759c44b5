"""The log as anybody can check it: tiles, proofs, signed notes and checkpoints in the public C2SP formats.

The modules of the formats are pure: they need the standard library and msgspec alone, and a verifier on
another machine uses them as the service does. What is hostile or broken in them raises `Malformed`.
"""
