"""A replay finds what is missing, moved or doubled in a log, and what is amiss with seeds and transfers."""

from hashlib import sha512

from msgspec.structs import replace
from tests.support.fakes import MemoryStore
from tests.support.playing import CODE, LOG, Casino, short_story
from tests.support.tampering import at, codes, renumber, replayed, rewrite, rewrite_at, stored, tampered

from croupier.service.ports import Entry
from croupier.service.replay import OneJudge, Revealed, Sealed, replay, reveals


async def test_a_dropped_entry_is_found_by_its_position() -> None:
    report = await tampered(lambda entries: entries.__delitem__(20))
    assert (report.findings[0].code, report.findings[0].position) == ("position-gap", 21)


async def test_a_dropped_entry_is_found_by_its_revision_when_the_positions_were_closed_up() -> None:
    def drop(entries: list[Entry]) -> None:
        del entries[at(entries, b'"bet-placed"')]
        renumber(entries)

    report = await tampered(drop)
    assert codes(report) == ["revision-gap"]
    assert report.unchecked
    assert report.chips is None


async def test_swapped_records_are_found() -> None:
    def swap(entries: list[Entry]) -> None:
        first, second = at(entries, b'"bet-placed"', 0), at(entries, b'"bet-placed"', 1)
        entries[first], entries[second] = (
            replace(entries[first], record=entries[second].record),
            replace(entries[second], record=entries[first].record),
        )

    report = await tampered(swap)
    assert {"revision-differs", "prev-differs"} <= set(codes(report))


async def test_entries_out_of_their_order_are_found() -> None:
    def swap(entries: list[Entry]) -> None:
        entries[3], entries[4] = entries[4], entries[3]

    assert codes(await tampered(swap))[0] == "position-gap"


async def test_a_duplicated_entry_is_found() -> None:
    def double(entries: list[Entry]) -> None:
        entries.insert(20, entries[19])
        renumber(entries)

    report = await tampered(double)
    assert codes(report)[0] == "revision-gap"


async def test_a_truncated_tail_is_found_by_the_position_that_the_log_is_said_to_have() -> None:
    casino = await short_story()
    whole = stored(casino)

    class Shortened(MemoryStore):
        async def head(self, log: str) -> int:
            return len(whole) - 1

    shortened = Shortened()
    shortened.entries[LOG] = whole[:-1]
    report = await replay(shortened, LOG, OneJudge(Sealed(casino.secrets), CODE))
    assert codes(report) == ["log-truncated"]
    assert report.finished


async def test_a_changed_sealed_seed_is_found() -> None:
    def change(entries: list[Entry]) -> None:
        position = at(entries, b'"deck-committed"')
        sealed = bytearray(entries[position].sealed or b"")
        sealed[-1] ^= 1
        entries[position] = replace(entries[position], sealed=bytes(sealed))

    assert codes(await tampered(change))[0] == "commitment-differs"


async def test_a_seed_sealed_for_another_place_is_found_once_and_its_reveal_still_holds() -> None:
    def move(entries: list[Entry]) -> None:
        first, second = at(entries, b'"deck-committed"', 0), at(entries, b'"deck-committed"', 1)
        entries[first] = replace(entries[first], sealed=entries[second].sealed)

    report = await tampered(move)
    assert codes(report) == ["seal-broken"]
    assert report.undecided


async def test_a_removed_seed_is_found() -> None:
    def remove(entries: list[Entry]) -> None:
        position = at(entries, b'"deck-committed"')
        entries[position] = replace(entries[position], sealed=None)

    assert codes(await tampered(remove)) == ["seed-missing"]


async def test_seeds_beside_an_entry_that_commits_to_nothing_are_found() -> None:
    casino = await short_story()
    entries = stored(casino)
    opening, bet = at(entries, b'"deck-committed"'), at(entries, b'"bet-placed"')
    secret = casino.secrets.unseal(
        entries[opening].sealed or b"", f"{entries[opening].stream}:{entries[opening].revision}".encode()
    )
    sealed = casino.secrets.seal(secret, f"{entries[bet].stream}:{entries[bet].revision}".encode())
    entries[bet] = replace(entries[bet], sealed=sealed)
    assert codes(await replayed(casino)) == ["seed-unexpected"]


async def test_a_false_reveal_is_found_without_the_seed() -> None:
    """Who has no key takes the seeds from the reveals; a lie there does not fit the commitment."""
    casino = await short_story()
    entries = stored(casino)
    lie = sha512(b"another seed").hexdigest().encode()
    rewrite(at(entries, b'"deck-revealed"'), rb'(?<="seed":")[0-9a-f]{128}', lie)(entries)
    seeds = Revealed(await reveals(casino.store.read_log(LOG)))
    report = await replay(casino.store, LOG, OneJudge(seeds, CODE))
    assert codes(report) == ["commitment-differs"]


async def test_a_closed_table_replays_whole_without_the_key() -> None:
    casino = await short_story()
    seeds = Revealed(await reveals(casino.store.read_log(LOG)))
    report = await replay(casino.store, LOG, OneJudge(seeds, CODE))
    assert report.findings == ()
    assert report.undecided == 0


async def test_an_open_table_replays_without_the_key_but_for_the_cards_of_its_unrevealed_deck() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open("baccarat-a1")
    await casino.sit("baccarat-a1", 1, "ann")
    for _ in range(3):
        await casino.coup("baccarat-a1", {1: 5})
    seeds = Revealed(await reveals(casino.store.read_log(LOG)))
    report = await replay(casino.store, LOG, OneJudge(seeds, CODE))
    assert report.findings == ()
    assert report.undecided == 3


async def test_wallet_entries_without_their_table_are_found() -> None:
    def cut(entries: list[Entry]) -> None:
        del entries[at(entries, b'"bought-in"')]
        renumber(entries)

    report = await tampered(cut, go_on=False)
    assert codes(report) == ["transfer-broken"]
    assert "buy-in of 10000 in wallet-ann" in report.findings[0].detail


async def test_a_wallet_s_entry_before_its_table_s_is_found() -> None:
    def swap(entries: list[Entry]) -> None:
        bought = at(entries, b'"bought-in"')
        entries[bought - 1 : bought + 1] = entries[bought], entries[bought - 1]
        renumber(entries)

    report = await tampered(swap)
    assert codes(report)[0] == "transfer-broken"
    assert "not at the table" in report.findings[0].detail


async def test_a_table_closed_without_revealing_a_deck_is_found() -> None:
    forge = rewrite_at(b'"table-closed"', rb'\{"type":"deck-revealed"[^}]*"used":false\},', b"")
    assert codes(await tampered(forge)) == ["events-differ", "deck-unrevealed"]


async def test_a_log_that_ends_amid_a_transfer_is_found() -> None:
    def cut(entries: list[Entry]) -> None:
        del entries[at(entries, b'"bought-in"') :]

    assert codes(await tampered(cut)) == ["transfer-broken"]
