"""The marker `needs`: a test that uses tools from outside says so, and is never left out in silence.

Where a tool is missing the test is left out, and the last thing that the run says is which tests those were
and how to install what they need. With `CROUPIER_ALL_TOOLS=1` a missing tool is a failure.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pytest
from tests.support.tools import TOOLS, advice, works

_ALL: Final = "CROUPIER_ALL_TOOLS"
_PROPERTY: Final = "left out for want of"


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "needs(*tools): uses these outside tools (see tests/support/tools.py)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tools that nobody knows how to find, on machines that have everything too."""
    for item in items:
        if unknown := set(_needs(item)) - set(TOOLS):
            raise pytest.UsageError(f"{item.nodeid} needs {min(unknown)!r}: not in tests.support.tools.TOOLS")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave the test out, or let it fail, when a tool that it needs is missing."""
    missing = [name for name in _needs(item) if not works(name)]
    if not missing:
        return
    reason = f"{', '.join(missing)} missing; {advice(missing)}"
    if os.environ.get(_ALL) == "1":
        pytest.fail(reason, pytrace=False)
    item.user_properties.append((_PROPERTY, " ".join(missing)))
    pytest.skip(reason)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """After all else has been said, say what was left out."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # The workers of a distributed run have no terminal: their reports come to the one that has.
    if isinstance(reporter, pytest.TerminalReporter) and (left_out := _left_out(reporter)):
        _tell(reporter, left_out)


def _needs(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("needs"):
        yield from mark.args


def _left_out(reporter: pytest.TerminalReporter) -> dict[str, list[str]]:
    """The tests that were left out, by the tools that were missing."""
    found = defaultdict(list)
    for report in reporter.stats.get("skipped", ()):
        for name, missing in report.user_properties:
            if name == _PROPERTY:
                found[missing].append(report.nodeid)
    return dict(found)


def _tell(reporter: pytest.TerminalReporter, left_out: dict[str, list[str]]) -> None:
    count = sum(map(len, left_out.values()))
    reporter.write_sep("!", f"NOT EVERYTHING WAS TESTED: {count} left out", red=True, bold=True)
    for missing, tests in sorted(left_out.items()):
        reporter.write_line(f"without {missing.replace(' ', ', ')}:", red=True)
        for test in sorted(tests):
            reporter.write_line(f"  {test}")
    tools = {name for missing in left_out for name in missing.split()}
    reporter.write_line(f"to test them too: {advice(sorted(tools))}", bold=True)
