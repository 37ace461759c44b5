"""Accidents of dealing, and what players may do about them (rules 21-24)."""
