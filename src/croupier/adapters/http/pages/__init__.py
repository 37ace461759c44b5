"""Pages for people: made on the server, without scripts and without anything from elsewhere."""
