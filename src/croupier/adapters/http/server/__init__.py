"""The server: granian, its interface, and Litestar on it."""
