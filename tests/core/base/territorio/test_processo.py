from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from core.base.territorio.importacao import Leitura, Progresso, ler_territorio
from core.base.territorio.indice import gravar_indice
from core.base.territorio.processo import Limites, Pedido, caminhos, ler, ler_em_processo
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import (
    DEMONSTRACAO,
    SIRGAS,
    abrir_sqlite,
    bairro,
    colecao,
    escrever,
    geopackage,
    quadrado,
)

RAPIDO = Limites(tempo_s=60)


def morrer(pedido: Pedido, progresso: Progresso) -> Leitura:
    os._exit(7)


def dormir(pedido: Pedido, progresso: Progresso) -> Leitura:
    time.sleep(60)
    raise AssertionError


def encher(pedido: Pedido, progresso: Progresso) -> Leitura:
    guardados = []
    while True:
        guardados.append(bytes(64 * 1024**2))


def test_the_answer_is_the_same_as_in_this_process() -> None:
    longe = ler_em_processo(Pedido((DEMONSTRACAO,)), RAPIDO)
    perto = ler_territorio([DEMONSTRACAO])
    assert longe.territorio == perto.territorio
    assert longe.resumo == perto.resumo


def test_progress_and_what_is_known_cross_over(tmp_path: Path) -> None:
    passos: list[tuple[str, int]] = []
    muitas = [bairro(f"B{n}", quadrado(-46.7, -23.6)) for n in range(600)]
    arquivo = escrever(tmp_path, "a.geojson", colecao(*muitas))
    leitura = ler_em_processo(
        Pedido((arquivo,), conhecido=gravar_indice(ler_territorio([DEMONSTRACAO]).territorio)),
        RAPIDO,
        progresso=lambda nome, n: passos.append((nome, n)),
        cancelado=lambda: False,
    )
    assert passos == [("a.geojson", 500)]
    assert leitura.resumo.total("com_geometria") == 600


def test_a_geopackage_is_opened_by_whom_it_is_given(tmp_path: Path) -> None:
    arquivo = geopackage(
        tmp_path / "a.gpkg", [("3550308", "x", quadrado(-46, -23))], srs=("EPSG", 4326, SIRGAS)
    )
    leitura = ler_em_processo(Pedido((arquivo,), abrir_sql=abrir_sqlite), RAPIDO)
    assert leitura.resumo.total("com_geometria") == 1


def test_a_refusal_keeps_its_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError) as fault:
        ler_em_processo(Pedido((tmp_path / "ausente.geojson",)), RAPIDO)
    assert fault.value.code == "territorio.arquivo_ausente"
    assert fault.value.params == {"arquivo": "ausente.geojson"}


def test_a_reader_that_dies_takes_nobody_along() -> None:
    with pytest.raises(UserFacingError) as fault:
        ler_em_processo(Pedido(()), RAPIDO, leitor=morrer)
    assert fault.value.code == "territorio.leitor_caiu"
    assert fault.value.params == {"saida": 7}


def test_a_reader_without_end_is_ended() -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.leitura_demorada"):
        ler_em_processo(Pedido(()), Limites(tempo_s=0.1), leitor=dormir)


def test_a_person_may_call_it_off() -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.leitura_cancelada"):
        ler_em_processo(Pedido(()), RAPIDO, leitor=dormir, cancelado=lambda: True)


@pytest.mark.skipif(sys.platform != "linux", reason="no bound of address space there")
def test_a_reader_that_eats_memory_is_stopped() -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.leitura_memoria"):
        ler_em_processo(Pedido(()), Limites(60, 512 * 1024**2), leitor=encher)


def test_reading_here_and_absolute_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    escrever(tmp_path, "a.geojson", colecao(bairro("Sé", quadrado(-46.7, -23.6))))
    monkeypatch.chdir(tmp_path)
    (absoluto,) = caminhos(["a.geojson"])
    assert absoluto.is_absolute()
    leitura = ler(Pedido((absoluto,)), lambda nome, n: None)
    assert leitura.resumo.total("com_geometria") == 1
