"""The Merkle tree's hashes are RFC 6962's."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.trees import naive_root, some_records

from croupier.service.transparency.growing import GrowingTree
from croupier.service.transparency.hashing import EMPTY_ROOT, leaf_hash, tree_root


def test_the_empty_tree_is_the_hash_of_nothing() -> None:
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert tree_root([]) == EMPTY_ROOT


def test_the_roots_are_those_of_the_wellknown_tree_of_eight_leaves() -> None:
    """The leaves that implementations of RFC 6962 are tested with, and the roots of the first n of them."""
    leaves = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
    roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    records = [bytes.fromhex(leaf) for leaf in leaves]
    for size, root in enumerate(roots, 1):
        assert tree_root([leaf_hash(record) for record in records[:size]]).hex() == root
        assert naive_root(records[:size]).hex() == root


@given(st.integers(0, 700))
def test_pairing_level_by_level_is_splitting_at_the_largest_power_of_two(size: int) -> None:
    records = some_records(size)
    assert tree_root([leaf_hash(record) for record in records]) == naive_root(records)


def test_a_leaf_is_never_taken_for_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert leaf_hash(left + right) != tree_root([left, right])


@given(st.lists(st.binary(max_size=8), max_size=70))
def test_a_growing_tree_has_at_every_size_the_root_of_its_entries(records: list[bytes]) -> None:
    tree, hashes = GrowingTree(), [leaf_hash(record) for record in records]
    assert tree.root == EMPTY_ROOT
    for size, record in enumerate(records, 1):
        tree.add(record)
        assert (tree.size, tree.root) == (size, tree_root(hashes[:size]))
