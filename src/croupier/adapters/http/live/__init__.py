"""Live streams over HTTP: server-sent events (WHATWG HTML, 9.2)."""
