"""Valkey (or Redis): the views that are read, the bell between processes, the projector's lease."""
