"""What is wrong with input that should have been in one of the transparency log's formats."""


class Malformed(ValueError):
    """The input is not in the format that it should have; the text says what is wrong with it."""
