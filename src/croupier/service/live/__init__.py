"""Live streams: what happens in a log, told to who follows it as it happens and from any position on."""

from croupier.service.live.follower import Follower, FollowerPace
from croupier.service.live.message import LiveMessage, TableEntryMessage
from croupier.service.live.places import Place, Places, Room
from croupier.service.live.streaming import LiveStream, Streaming

__all__ = [
    "Follower",
    "FollowerPace",
    "LiveMessage",
    "LiveStream",
    "Place",
    "Places",
    "Room",
    "Streaming",
    "TableEntryMessage",
]
