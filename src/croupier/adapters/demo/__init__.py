"""Bot players who play on a running service and know nothing but its REST API."""
