"""Kinds of options that several commands have."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

Flag = Annotated[bool, Parameter(negative="")]
"""Given or not: there is no `--no-…` for it."""

Count = Annotated[int, Parameter(validator=Number(gte=1))]
