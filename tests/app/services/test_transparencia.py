"""What everybody may see, with names: demands, units, what was resolved."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.services.frases import Frases
from app.services.leitura import BancoLeitor
from app.services.linha_do_tempo import LinhaDoTempoService
from app.services.situacoes import Situacoes
from app.services.transparencia import TransparenciaService
from app.services.transparencia_vistas import Pedido
from app.services.unidades import place_name
from app.settings.recursos import Recursos
from core.base.taxonomia.taxonomy import carregar_responsaveis
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.queries.unidades import FiltroUnidade
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.errors import UserFacingError
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.categorias import shipped_files
from tests.support.office import Office, conselheiro, demanda, unidade

RECURSOS = Recursos()


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    sqlite_office.colonies = (SOURCE, TRANSPARENCIA)
    found = Vitrine(sqlite_office)
    found.publicar(territorio())
    return found


@pytest.fixture
def service(vitrine: Vitrine) -> TransparenciaService:
    taxonomy = shipped_files().taxonomy
    leitor = BancoLeitor(vitrine.office.database)
    return TransparenciaService(
        leitor,
        lambda: taxonomy,
        lambda: carregar_responsaveis(RECURSOS.bodies_file(), taxonomy),
        Situacoes(RECURSOS.states_toml()),
        LinhaDoTempoService(leitor, Frases(RECURSOS.timeline_toml()), lambda: taxonomy),
        lambda: Agora(vitrine.office.clock.now_ms(), ZoneInfo("America/Sao_Paulo")),
    )


def code_of(action: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(UserFacingError) as refusal:
        action(*args, **more)
    return str(refusal.value.code)


def test_a_demand_has_names_days_factors_and_its_place_in_the_ranking(
    vitrine: Vitrine, service: TransparenciaService
) -> None:
    named = e.evento(
        "conselheiro.cadastrado",
        conselheiro_id=conselheiro(1),
        cidadao_id=conselheiro(101),
        unidade_civica_id=unidade(1),
        nivel_atuacao=2,
        status="disponivel",
        capacitacao_concluida=True,
        nome_publico="Maria das Dores",
    )
    vitrine.publicar(named, *e.pronta(1), *e.pronta(2, score=9000.0), e.item(1), e.sorteado(1))
    vitrine.office.clock.advance(86_400_000 * 3)
    found = service.demanda(demanda(1))
    assert (found.categoria, found.area) == ("Vias e pavimentação", "Mobilidade e obras")
    assert found.subcategoria_descricao
    assert (found.unidade, found.municipio) == ("Jardim das Flores", "São Paulo")
    assert (found.posicao, found.total_na_fila, found.dias_em_aberto) == (2, 2, 3)
    assert (found.score, found.breakdown and found.breakdown["peso_nacional"]) == (4800.0, 60)
    assert (found.situacao.nome, found.conselheiro) == ("atribuída", "Maria das Dores")
    vitrine.publicar(e.concluida(1, quando="2026-05-30T20:26:40.000Z"))
    closed = service.demanda(demanda(1))
    assert (closed.posicao, closed.total_na_fila, closed.dias_em_aberto) == (None, None, 2)


def test_a_demands_report_names_who_answers_at_three_levels(
    vitrine: Vitrine, service: TransparenciaService
) -> None:
    vitrine.publicar(*e.pronta(1))
    found = service.relatorio_da_demanda(demanda(1)[:18])
    assert [one.esfera for one in found.responsaveis] == ["municipal", "estadual", "federal"]
    assert all(one.orgao for one in found.responsaveis)
    story = [one.tipo for one in found.linha_do_tempo.entradas]
    assert (story[0], story[-1]) == ("demanda.recebida", "demanda.ranqueada")
    assert (
        code_of(service.demanda, "ffffffff-ffff-4fff-8fff-ffffffffffff") == "busca.nada_encontrado"
    )


def test_units_are_found_by_name_code_or_id(
    vitrine: Vitrine, service: TransparenciaService
) -> None:
    assert service.unidade("vila agua funda").unidade_civica_id == unidade(2)
    assert service.unidade("3509502").nome == "Campinas"
    assert service.unidade("funda").nome == "Vila Água Funda"
    assert service.unidade(unidade(91).upper()).nome == "Campinas"
    assert place_name(service.unidade(unidade(2))) == "SP · São Paulo · Vila Água Funda"
    assert code_of(service.unidade, "jardim das flores") == "unidade.varias"
    for unknown in ("atlantida", "", "***", unidade(77)):
        assert code_of(service.unidade, unknown) == "unidade.nao_encontrada"
    below = service.unidades(FiltroUnidade(pai="Campinas"))
    assert [one.nome for one in below] == ["Jardim das Flores"]


def test_a_panel_of_a_unit_and_of_the_office(
    vitrine: Vitrine, service: TransparenciaService
) -> None:
    vitrine.publicar(*e.pronta(1, 1), *e.pronta(2, 3), *e.pronta(3, 90))
    assert service.painel().painel.total == 3
    assert service.painel("3550308").painel.total == 2
    assert service.painel("3550308", so_esta=True).painel.total == 1


def test_a_units_report_and_history(vitrine: Vitrine, service: TransparenciaService) -> None:
    vitrine.publicar(*e.pronta(1, 1), *e.pronta(2, 2, categoria="1.2"))
    vitrine.publicar(e.concluida(2, quando="2026-06-02T02:59:59.000Z"))
    vitrine.office.clock.advance(86_400_000)
    report = service.relatorio_da_unidade(Pedido(unidade="3550308"))
    assert [(one.nome, one.linha.total, one.mais_antiga_dias) for one in report.categorias] == [
        ("Esgotamento sanitário", 1, None),
        ("Vias e pavimentação", 1, 1),
    ]
    # 23:59:59 of the 1st in São Paulo.
    first = Pedido(unidade="3550308", de=date(2026, 6, 1), ate=date(2026, 6, 1))
    page = service.historico(first)
    assert [one.demanda_id for one in page.demandas] == [demanda(2)]
    assert page.unidades == {unidade(2): "Vila Água Funda"}
    assert service.historico(Pedido(de=date(2026, 6, 2))).demandas == []
    assert page.depois is None


def test_pages_of_history(vitrine: Vitrine, service: TransparenciaService) -> None:
    for n in (1, 2, 3):
        vitrine.publicar(*e.pronta(n), e.concluida(n, quando=f"2026-06-0{n}T00:00:00.000Z"))
    first = service.historico(Pedido(), 2)
    rest = service.historico(Pedido(), 2, first.depois)
    assert [one.demanda_id for one in (*first.demandas, *rest.demandas)] == [
        demanda(3),
        demanda(2),
        demanda(1),
    ]
    assert rest.depois is None


def test_what_is_asked_wrongly_is_explained(service: TransparenciaService) -> None:
    report = service.relatorio_da_unidade
    assert code_of(report, Pedido(situacao="parada")) == "transparencia.situacao_desconhecida"
    assert code_of(report, Pedido(categoria="9.9")) == "transparencia.categoria_desconhecida"
    backwards = Pedido(de=date(2026, 6, 2), ate=date(2026, 6, 1))
    assert code_of(report, backwards) == "transparencia.janela_invertida"
    assert code_of(service.historico, Pedido(), 5, "x") == "transparencia.pagina_invalida"
