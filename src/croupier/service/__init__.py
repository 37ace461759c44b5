"""The use cases, and the ports they need of the world. Knows no driver, server or framework."""
