"""Whether a client of one OpenAPI document goes on working with another, as docs/versioning.md promises.

What is compared is what the documents mean: references are followed, so that components may be renamed, split
or shared, texts and examples may change, and fields may come in any order. `documents` walks the operations,
`schemas` tells whether one schema's values are all another's, and `patterns` the same of regular expressions.

oasdiff, which does this too, is a Go program, and no package of PyPI, npm or Debian's was found that has it;
what Python has compares components by their names, or reads requests and answers alike.
"""

from tests.support.compatibility.documents import breaks

__all__ = ["breaks"]
