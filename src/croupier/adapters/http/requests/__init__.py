"""Reading requests: heads, queries and bodies."""
