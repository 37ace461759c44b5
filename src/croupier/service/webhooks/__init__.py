"""Webhooks: telling endpoints of operators what happens in their logs, by Standard Webhooks 1.0."""
