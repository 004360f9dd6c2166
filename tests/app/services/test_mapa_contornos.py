"""The file of outlines: made once, read by view, made anew when it is wrong."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from app.services.leitura import BancoLeitor
from app.services.mapa_contornos import MAX_NA_TELA, ContornosDoMapa, ContornosProntos, gravar
from core.base.territorio.distancia import Caixa
from core.base.territorio.simplificacao import contornos
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import EnvironmentFault
from tests.support.office import Office
from tests.support.territorio import (
    BAIRRO,
    CIDADE,
    CITY,
    QUARTER,
    ROWS,
    SMALL,
    MemoryStore,
    import_into,
    territory,
    unit,
)

AROUND = Caixa(-24.5, -47.5, -22.5, -45.5)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def office(sqlite_office: Office, store: MemoryStore) -> Office:
    sqlite_office.colonies = (TERRITORIO,)
    import_into(sqlite_office.engine().executar, store, SMALL)
    return sqlite_office


@pytest.fixture
def mapa(office: Office, store: MemoryStore, tmp_path: Path) -> ContornosDoMapa:
    return ContornosDoMapa(BancoLeitor(office.database), store.get, tmp_path / "mapa")


def test_levels_follow_the_zoom(mapa: ContornosDoMapa) -> None:
    city = mapa.na_tela(AROUND, 8)
    assert (city.nivel, [one.nome for one in city.desenhos]) == (4, ["São Paulo"])
    near = mapa.na_tela(AROUND, 12)
    assert (near.nivel, [one.nome for one in near.desenhos]) == (
        2,
        ["Jardim São João", "São Paulo"],
    )
    assert json.loads(near.desenhos[0].forma)[0][0]
    # What is too coarse for the zoom is still better than nothing.
    assert [one.nome for one in mapa.na_tela(AROUND, 3).desenhos] == ["São Paulo"]
    assert mapa.na_tela(Caixa(0.0, 0.0, 1.0, 1.0), 8).nivel is None


def test_boxes_of_everything_and_of_units(mapa: ContornosDoMapa) -> None:
    ready = mapa.preparar()
    assert ready.caixa == Caixa(-24.0, -47.0, -23.0, -46.0)
    assert ready.caixa_de([BAIRRO]) == Caixa(-24.0, -47.0, -23.9, -46.9)
    assert ready.caixa_de(["outra"]) is None


def test_it_is_made_once_and_again_after_an_import(
    office: Office, store: MemoryStore, mapa: ContornosDoMapa, tmp_path: Path
) -> None:
    first = mapa.preparar()
    reads = store.reads
    assert mapa.preparar() is first
    again = ContornosDoMapa(BancoLeitor(office.database), store.get, tmp_path / "mapa")
    assert again.na_tela(AROUND, 12).nivel == 2
    assert store.reads == reads
    office.clock.advance(1_000)
    more = unit(2, "355030802", "Vila Nova", CIDADE, (-46.9, -24.0, 0.1))
    import_into(office.engines[-1].executar, store, territory(*ROWS, CITY, QUARTER, more))
    assert [one.nome for one in mapa.na_tela(AROUND, 12).desenhos][1] == "Vila Nova"
    assert len(list((tmp_path / "mapa").iterdir())) == 1


@pytest.mark.parametrize("where", [3, 30, -3])
def test_a_damaged_file_is_made_anew(mapa: ContornosDoMapa, tmp_path: Path, where: int) -> None:
    mapa.preparar()
    (file,) = (tmp_path / "mapa").iterdir()
    content = bytearray(file.read_bytes())
    content[where] ^= 0xFF
    file.write_bytes(content)
    mapa._held = None
    assert len(mapa.na_tela(AROUND, 18).desenhos) == 2
    assert len(mapa.na_tela(AROUND, 18).desenhos) == 2


def test_a_cut_file_is_no_file(mapa: ContornosDoMapa, tmp_path: Path) -> None:
    mapa.preparar()
    (file,) = (tmp_path / "mapa").iterdir()
    file.write_bytes(file.read_bytes()[:-2])
    with pytest.raises(ValueError, match="cut"):
        ContornosProntos(file)


def test_while_one_makes_it_the_others_do_not_wait(
    office: Office, store: MemoryStore, tmp_path: Path
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def attachment(sha256: str) -> bytes | None:
        begun.set()
        go_on.wait(10)
        return store.get(sha256)

    mapa = ContornosDoMapa(BancoLeitor(office.database), attachment, tmp_path / "mapa")
    answers: list[Any] = []
    worker = threading.Thread(target=lambda: answers.append(mapa.na_tela(AROUND, 12)))
    worker.start()
    assert begun.wait(10)
    assert mapa.na_tela(AROUND, 12).is_preparando
    go_on.set()
    worker.join()
    assert answers[0].nivel == 2


def test_missing_attachments_are_looked_for_again(
    office: Office, store: MemoryStore, mapa: ContornosDoMapa
) -> None:
    held = dict(store.held)
    store.held.clear()
    assert mapa.na_tela(AROUND, 12).nivel is None
    store.held.update(held)
    again = ContornosDoMapa(BancoLeitor(office.database), store.get, mapa._pasta)
    assert again.na_tela(AROUND, 12).nivel == 2


def test_a_crowded_level_gives_way_to_the_one_above(tmp_path: Path) -> None:
    many = [
        unit(2, str(n), f"Bairro {n}", CIDADE, (-47 + n * 0.001, -24.0, 0.001))
        for n in range(MAX_NA_TELA + 1)
    ]
    gravar(tmp_path / "c", contornos(territory(CITY, *many)))
    ready = ContornosProntos(tmp_path / "c")
    assert ready.na_tela(AROUND, 18).nivel == 4
    near = ready.na_tela(Caixa(-24.0, -47.0, -23.9, -46.9), 18)
    assert (near.nivel, len(near.desenhos)) == (2, 102)


def test_a_folder_that_cannot_be_written_has_a_sentence(
    office: Office, store: MemoryStore, tmp_path: Path
) -> None:
    (tmp_path / "mapa").write_text("no folder")
    mapa = ContornosDoMapa(BancoLeitor(office.database), store.get, tmp_path / "mapa")
    with pytest.raises(EnvironmentFault) as fault:
        mapa.preparar()
    assert fault.value.code == "mapa.contornos_nao_gravados"
