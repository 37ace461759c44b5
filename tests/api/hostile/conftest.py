"""What holds in every hostile test: the service never says that it failed."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs
from tests.api.calling import Operator


@pytest.fixture(autouse=True)
def calm() -> Iterator[None]:
    """No request of the test was the service's own fault, and none was turned away for want of its parts."""
    with capture_logs() as lines:
        yield
    assert [line for line in lines if line.get("log_level") in ("error", "critical", "exception")] == []
    assert [line for line in lines if line["event"] in ("request failed", "request refused")] == []


@pytest.fixture
async def table(operator: Operator) -> str:
    """A table of punto banco."""
    return await operator.table()
