"""Playing scenarios on a running service, over REST: what `croupier scenario --via` does."""
