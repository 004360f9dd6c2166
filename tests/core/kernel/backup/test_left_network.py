"""The mark: of this node and this network alone, and nothing where it is damaged."""

from __future__ import annotations

from pathlib import Path

from core.kernel.backup.left_network import MARK_FILE, has_left, mark_left

NO, REDE = "ab" * 16, "cd" * 32


def test_it_is_of_one_node_and_one_network(tmp_path: Path) -> None:
    assert not has_left(tmp_path, NO, REDE)
    mark_left(tmp_path, NO, REDE)
    assert has_left(tmp_path, NO, REDE)
    assert not has_left(tmp_path, "ef" * 16, REDE)
    assert not has_left(tmp_path, NO, "ef" * 32)
    mark_left(tmp_path, NO, "ef" * 32)
    assert not has_left(tmp_path, NO, REDE)


def test_a_damaged_mark_says_nothing(tmp_path: Path) -> None:
    for raw in (b"", b"{", b"[]", b'{"no":1}', b"x" * 5_000):
        (tmp_path / MARK_FILE).write_bytes(raw)
        assert not has_left(tmp_path, NO, REDE)
