"""The parts of the document that are written by hand."""

from typing import Any, Final

DESCRIPTION: Final = """\
Croupier deals, settles and keeps the book of banking card games. Every accepted command is an entry of an
append-only log, from which everything can be replayed.

**Who calls.** An operator shows his key, `Authorization: Bearer croupier_live_..`; he acts as the house. A
player shows a token that his operator minted for him, or the operator acts for him and names him in
`Croupier-Player`. Spectators see what everybody at the tables sees. Auditors, regulators and admins have
keys of their own. Each is good for one operator's log: what belongs to another does not exist for the caller.

**Commands.** Each is a `POST` with the command's fields as a JSON object. The answer has what happened
(`events`), the table as the caller may see it (`view`), what he may do next (`options`, with the bounds of
every field), the table's `revision`, and the `position` of the entry in the log. Nothing is answered before
it is durable.

**Safety.** Send an `Idempotency-Key` with every `POST` that must not be done twice. Send `If-Match` with the
`ETag` of an earlier answer to have a command done only if nothing has happened at the table since.

**Amounts** are whole units of the table's currency.

**Problems** follow RFC 9457. `code` is stable; all refusals by the rules of a game have status 409 and name
the number of the rule. `errors` points at the fields that are wrong.

**Following a table.** `GET /v1/tables/{table}/events?after=` with the `position` that you know last.
"""

TAGS: Final[list[dict[str, Any]]] = [
    {"name": "Tables", "description": "Opening, listing, reading and following tables."},
    {"name": "Play", "description": "Commands at tables: those of every game, and each game's own."},
    {
        "name": "Live",
        "description": "Streams of what happens, as it happens; AsyncAPI describes their events.",
    },
    {"name": "Players", "description": "Players and their tokens."},
    {"name": "Keys", "description": "The keys to an operator's logs, by his admin."},
    {"name": "Webhooks", "description": "Endpoints that are told what happens, by Standard Webhooks."},
    {"name": "Wallets", "description": "What players have outside of the tables."},
    {
        "name": "Rounds",
        "description": "Reports on rounds, players' histories, and tables as they once stood.",
    },
    {"name": "Disputes", "description": "Disputes on rounds, and the rulings that correct them."},
    {"name": "Log", "description": "The log as anyone can check it: checkpoints, tiles, proofs."},
    {"name": "Catalogue", "description": "The games."},
    {"name": "Health", "description": "Whether the service works, and what software it is."},
    {"name": "Documents", "description": "What describes this interface."},
]

SECURITY: Final[dict[str, Any]] = {
    "operatorKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "croupier_<live|test>_<key id>_<secret>",
        "description": "An operator's key.",
    },
    "auditorKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "croupier_<live|test>_<key id>_<secret>",
        "description": "An auditor's key: it reads everything of one operator's log and rules on disputes.",
    },
    "regulatorKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "croupier_<live|test>_<key id>_<secret>",
        "description": "A regulator's key: it reads everything of one operator's log and changes nothing.",
    },
    "playerToken": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "A player's token, minted by his operator.",
    },
    "spectatorToken": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "A spectator's token, minted by an operator, or a spectator's key: what everybody at"
        " the tables may see, and nothing else.",
    },
    "adminKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "croupier_<live|test>_<key id>_<secret>",
        "description": "An admin's key: it manages the keys to one operator's log, and neither sees"
        " what is played nor moves money.",
    },
}
