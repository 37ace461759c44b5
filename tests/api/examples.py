"""The examples that the document has."""

from collections.abc import Iterator
from typing import Any

Content = dict[str, Any]


def examples_in(content: Content) -> list[Any]:
    """The examples of a media type, whether it has one or several."""
    if "example" in content:
        return [content["example"]]
    return [one["value"] for one in content.get("examples", {}).values()]


def bodies_of(operation: dict[str, Any]) -> list[Any]:
    """The examples of an operation's body; none where it takes none."""
    body = operation.get("requestBody", {"content": {"application/json": {}}})
    return examples_in(body["content"]["application/json"])


def contents(operation: dict[str, Any]) -> Iterator[Content]:
    """What an operation takes and what it answers when all is well, each with its media type's name."""
    answers = [answer for answer in operation["responses"].values() if "$ref" not in answer]
    for part in (operation.get("requestBody", {}), *answers):
        for media, content in part.get("content", {}).items():
            yield {**content, "media": media}
