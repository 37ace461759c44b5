"""Disputes: opening one with the service's evidence, reading and listing them."""

from croupier.service.disputes.disputes import Disputes, DisputesPage, DisputesQuery
from croupier.service.disputes.opening import DisputeRequest
from croupier.service.disputes.reading import DisputeAnswer, DisputeReading, ListedDispute

__all__ = [
    "DisputeAnswer",
    "DisputeReading",
    "DisputeRequest",
    "Disputes",
    "DisputesPage",
    "DisputesQuery",
    "ListedDispute",
]
