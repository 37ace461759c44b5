"""The AsyncAPI 3 document: the messages of live streams and of webhooks."""
