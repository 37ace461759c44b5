"""Checking a bundle with nothing but the log's public key: no server, no database, no network.

A bundle is read twice, in slices: first what proves the records (signature, tree, every leaf), then the
records themselves, whose commands are decided again with the seeds that the bundle reveals. Whatever is
wrong becomes a finding with a code; no input raises anything else.
"""

from croupier.service.verifying.findings import Finding
from croupier.service.verifying.report import Report
from croupier.service.verifying.signatures import Trust
from croupier.service.verifying.since import KeptCheckpoint, read_kept
from croupier.service.verifying.verifier import Verifier

__all__ = ["Finding", "KeptCheckpoint", "Report", "Trust", "Verifier", "read_kept"]
