"""Everything that touches the world; `bootstrap` wires the parts together."""
