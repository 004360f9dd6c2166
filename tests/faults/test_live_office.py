"""``verificar`` over a real office's file with one bit turned: exit 4 and a sentence, never 0.

Every kind of byte of every table and index is drawn from: heads, pointers, cells, overflow. Bytes
that nobody reads are left out by name (``tests/support/sqlite_pages.py``); ``test_bytes.py`` shows
that turning those changes nothing.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.territorio import importar_demonstracao
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.store.sqlite import FILE_NAME
from tests.support.command_line import CommandLine
from tests.support.sqlite_pages import UNUSED, PageMap, everything_read, map_file

SEED = 20261130
FLIPS = 80


@pytest.fixture
def working_cli(founded_cli: CommandLine) -> CommandLine:
    """An office with a territory and demands that went their way on it."""
    resources = Recursos()
    messages = Mensagens(resources.messages_toml())
    with opened(abrir(place_of(founded_cli.folder, None), messages, resources, inline=True)) as app:
        importar_demonstracao(app)
    for n in range(6):
        answer = founded_cli(
            "demandas", "registrar", "--json", "--texto", f"Falta água na rua {n}, e há um buraco",
            f"--ponto=-20.6{n},-36.93", "--consente", "publicacao_texto",
        )  # fmt: skip
        assert answer.code == 0, answer.err
    assert founded_cli("verificar").code == 0
    return founded_cli


def places(pages: PageMap, chance: random.Random) -> list[tuple[str, str, int]]:
    """Bytes to turn: one of each kind in each table or index, in an order of chance."""
    strata: dict[tuple[str, str], list[int]] = {}
    for offset, kind in enumerate(pages.kind):
        if kind not in {UNUSED, "cabeçalho do arquivo"}:
            strata.setdefault((pages.owner_of(offset), kind), []).append(offset)
    drawn = [(*key, chance.choice(offsets)) for key, offsets in sorted(strata.items())]
    chance.shuffle(drawn)
    return drawn[:FLIPS]


def test_no_bit_of_what_is_read_turns_unseen(working_cli: CommandLine) -> None:
    path: Path = working_cli.folder / FILE_NAME
    pages = map_file(path)
    chance = random.Random(SEED)
    before = everything_read(path)
    unseen = []
    for owner, kind, offset in places(pages, chance):
        data = bytearray(pages.data)
        data[offset] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(data))
        answer = working_cli("verificar")
        is_told = answer.code == 4 and "NÃO CONFERE" in answer.out + answer.err
        # The layout of the schema's text, or another spelling of the very same value.
        is_nothing = answer.code == 0 and kind == "célula" and everything_read(path) == before
        if not (is_told or is_nothing):
            unseen.append((owner, kind, offset, answer.code))
    assert unseen == []
