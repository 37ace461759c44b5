"""The OpenAPI 3.1 document, made from the catalogue of games and from what the routes say of themselves."""
