"""Sending webhooks over HTTP, to nowhere but where they may go."""
