"""What of one OpenAPI document a client of it would miss in another."""

from collections.abc import Iterator
from typing import Any

from tests.support.compatibility.schemas import Comparison, resolved

_METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


def breaks(old: Any, new: Any) -> list[str]:
    """What breaks clients of the old document at the new one, each with its place."""
    return [f"{place}: {what}" for place, what in _breaks(old, new)]


def _breaks(old: Any, new: Any) -> Iterator[tuple[str, str]]:
    operations = _Operations(old, new)
    for path, item in old["paths"].items():
        for method in (name for name in _METHODS if name in item):
            now = new["paths"].get(path, {}).get(method)
            place = f"{method.upper()} {path}"
            if now is None:
                yield place, "is gone"
            else:
                for what in operations.breaks(item[method], now):
                    yield place, what


class _Operations:
    """The operations of both documents."""

    def __init__(self, old: Any, new: Any) -> None:
        self._old = old
        self._new = new
        self._asked = Comparison(old, new, answer=False)
        self._answered = Comparison(new, old, answer=True)

    def breaks(self, old: Any, new: Any) -> Iterator[str]:
        """What of the operation breaks clients."""
        if old["operationId"] != new["operationId"]:
            yield f"is now called {new['operationId']}"
        yield from _security(old.get("security", []), new.get("security", []))
        yield from self._parameters(old.get("parameters", []), new.get("parameters", []))
        yield from self._body(old.get("requestBody"), new.get("requestBody"))
        yield from self._answers(old["responses"], new["responses"])

    def _parameters(self, old: list[Any], new: list[Any]) -> Iterator[str]:
        before, after = self._named(self._old, old), self._named(self._new, new)
        for name, one in before.items():
            if name not in after:
                yield f"{name} is not taken any more"
                continue
            if after[name].get("required") and not one.get("required"):
                yield f"{name} is needed now"
            for misfit in self._asked.misfits(one["schema"], after[name]["schema"]):
                yield f"{name} {misfit}"
        for name in after.keys() - before.keys():
            if after[name].get("required"):
                yield f"{name} is needed now"

    def _named(self, document: Any, parameters: list[Any]) -> dict[str, Any]:
        """The parameters by where they are and their names; only of headers the case does not count."""
        found = [resolved(document, parameter) for parameter in parameters]
        return {f"{one['in']} {_name(one)}": one for one in found}

    def _body(self, old: Any, new: Any) -> Iterator[str]:
        if new is None:
            if old is not None:
                yield "takes no body any more"
            return
        if new.get("required") and not (old or {}).get("required"):
            yield "needs a body now"
        for media, content in (old or {}).get("content", {}).items():
            if media not in new["content"]:
                yield f"takes no {media} any more"
                continue
            for misfit in self._asked.misfits(content["schema"], new["content"][media]["schema"]):
                yield f"body {misfit}"

    def _answers(self, old: Any, new: Any) -> Iterator[str]:
        for status, answer in old.items():
            if status not in new:
                yield f"{status} is not answered any more"
                continue
            before, after = resolved(self._old, answer), resolved(self._new, new[status])
            for what in self._answer(before, after):
                yield f"{status} {what}"
        for status in new.keys() - old.keys():
            if status.startswith("2"):
                yield f"{status} is a new way to succeed"

    def _answer(self, old: Any, new: Any) -> Iterator[str]:
        for name in old.get("headers", {}).keys() - new.get("headers", {}).keys():
            yield f"has no {name} any more"
        for media, content in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f"is no {media} any more"
                continue
            now = new["content"][media]
            for misfit in self._answered.misfits(now.get("schema", {}), content.get("schema", {})):
                yield f"answer {misfit}"


def _name(parameter: Any) -> str:
    name: str = parameter["name"]
    return name.lower() if parameter["in"] == "header" else name


def _security(old: list[Any], new: list[Any]) -> Iterator[str]:
    """Whoever could call must still be able to; with no requirement at all that is everybody."""
    if new and not old:
        yield "is not for everybody any more"
    for one in old:
        if new and not any(other.items() <= one.items() for other in new):
            yield f"is not for {' and '.join(one)} any more"
