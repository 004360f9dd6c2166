"""A unit's whole backlog: pages, exports, and what is told while parameters are mixed."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from app.services import backlog
from app.services.exportacao import Perfil
from app.services.progresso import Cancelled
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.core.colonies.d5_agenda.conftest import parametros
from tests.core.colonies.d7_transparencia import conftest as e
from tests.support.office import Office, conselheiro, demanda, unidade
from tests.support.quadros import Bairro


@pytest.fixture
def bairro(sqlite_office: Office) -> Bairro:
    """Two places, five demands."""
    found = Bairro(sqlite_office)
    found.parametros(2)
    for n in range(1, 6):
        found.entra(n, 3, 100 - n)
    return found


def test_a_page_shows_what_a_list_shows(bairro: Bairro) -> None:
    bairro.publicar(e.normalizada(4, "Nome de alguém", conteudo_suspeito=True))
    found = {line.demanda_id: line for line in bairro.service.linhas([demanda(4), demanda(5)])}
    assert found[demanda(5)].titulo == "Buraco"
    assert found[demanda(5)].protocolo == "ABCD-000005-11"
    assert found[demanda(5)].score == 60 * 95
    assert found[demanda(5)].situacao == "aguardando_vaga"
    assert found[demanda(4)].titulo is None  # held back: hidden everywhere
    assert bairro.service.linhas([demanda(99)]) == []


def test_who_works_on_it_is_named_only_where_agreed(bairro: Bairro) -> None:
    bairro.publicar(
        e.evento(
            "conselheiro.cadastrado",
            conselheiro_id=conselheiro(1),
            cidadao_id=conselheiro(101),
            unidade_civica_id=unidade(1),
            nivel_atuacao=2,
            status="disponivel",
            capacitacao_concluida=True,
            nome_publico="Célia Prado",
        ),
        e.sorteado(1),
        e.sorteado(2, c=2),
    )
    found = {line.demanda_id: line.conselheiro for line in bairro.quadro().linhas}
    assert found == {demanda(1): "Célia Prado", demanda(2): conselheiro(2)}


def test_mixed_parameters_are_counted_until_all_is_calculated_anew(bairro: Bairro) -> None:
    assert bairro.quadro().outras_versoes == {}
    bairro.publicar(parametros("teste-2", {1: {3: "0.5"}}, {1: 2}))
    assert bairro.quadro().outras_versoes == {}
    bairro.engine.publicar("D-4", retida(3, versao="teste-1"))
    bairro.engine.aguardar_ocioso()
    assert bairro.quadro().outras_versoes == {"teste-1": 1}


def retida(n: int, versao: str) -> NewEvent:
    """A score by an older set, as an office tells it that did not know the newer one."""
    told = e.ranqueada(n, 5820.0)
    return replace(told, payload={**told.payload, "versao_parametros": versao})


def test_an_unknown_unit_is_refused_and_one_without_demands_is_empty(bairro: Bairro) -> None:
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        bairro.service.quadro("Vila Nenhuma")
    found = bairro.quadro(2)
    assert (found.linhas, found.em_espera, found.total_no_ranking) == ((), 0, 0)


def read_csv(path: Path, delimiter: str) -> list[dict[str, str]]:
    encoding = "utf-8-sig" if delimiter == ";" else "utf-8"
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


@pytest.mark.parametrize(
    ("perfil", "delimiter", "points"),
    [(Perfil.EXCEL_PT_BR, ";", "5940,0"), (Perfil.RFC_4180, ",", "5940.0")],
)
def test_an_export_holds_the_whole_backlog_in_order(
    bairro: Bairro, tmp_path: Path, perfil: Perfil, delimiter: str, points: str
) -> None:
    quadro, path = bairro.quadro(), tmp_path / "backlog.csv"
    told: list[tuple[int, int]] = []
    count = bairro.service.exportar(
        quadro, path, perfil, lambda text: text[:10], lambda done, total: told.append((done, total))
    )
    rows = read_csv(path, delimiter)
    assert count == len(rows) == 5
    assert [row["demanda"] for row in rows] == [demanda(n) for n in range(1, 6)]
    assert [row["faixa"] for row in rows] == ["na agenda"] * 2 + ["esperando vaga"] * 3
    assert [row["posição no ranking"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0]["pontos"] == points
    assert told[-1] == (5, 5)


def test_a_cancelled_export_leaves_no_file(
    bairro: Bairro, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "PAGE", 1)

    def stop(done: int, total: int, /) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        bairro.service.exportar(
            bairro.quadro(), tmp_path / "b.csv", Perfil.RFC_4180, lambda text: text, stop
        )
    assert list(tmp_path.glob("b.csv*")) == []
