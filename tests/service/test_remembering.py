"""What was found lately is remembered, as far as there is room."""

from croupier.service.remembering import Remembered


def test_what_was_kept_longest_ago_is_forgotten() -> None:
    remembered = Remembered[str, int](2)
    remembered.keep("a", 1)
    remembered.keep("b", 2)
    remembered.keep("a", 3)
    remembered.keep("c", 4)
    assert dict(remembered) == {"a": 3, "c": 4}
