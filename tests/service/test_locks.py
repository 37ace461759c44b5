"""The locks of streams: one a stream, and not kept for ever."""

from tests.support.fakes import MemoryStore, OpenSecrets

from croupier.service.streams import Streams


async def test_a_stream_has_one_lock_while_it_is_held_however_many_others_come() -> None:
    streams = Streams(MemoryStore(), OpenSecrets(), kept=3)
    async with streams.lock("house", "baccarat-a"):
        held = streams.lock("house", "baccarat-a")
        for number in range(20):
            assert not streams.lock("house", f"baccarat-{number}").locked()
        assert streams.lock("house", "baccarat-a") is held
        assert held.locked()


async def test_each_log_and_each_stream_has_a_lock_of_its_own() -> None:
    streams = Streams(MemoryStore(), OpenSecrets())
    names = [("house", "baccarat-a"), ("house", "baccarat-b"), ("other", "baccarat-a")]
    assert len({id(streams.lock(log, stream)) for log, stream in names}) == 3
    assert streams.lock("house", "baccarat-a") is streams.lock("house", "baccarat-a")
