"""Reads: panel, report, history, ranking, agenda, map, overdue, units; the values a person sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from core.colonies.d7_transparencia.queries import demanda as demandas
from core.colonies.d7_transparencia.queries import painel, unidades
from core.colonies.d7_transparencia.queries import relatorio as relatorios
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.rules.prazos import Agora, Parametros
from core.kernel.event import NewEvent
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.office import START_MS, conselheiro, demanda, unidade

SP = ZoneInfo("America/Sao_Paulo")
DAY_MS = 86_400_000
NOW = Agora(START_MS, SP)


def later(days: float) -> Agora:
    """Days after the office's start."""
    return Agora(START_MS + int(days * DAY_MS), SP)


def territorio() -> NewEvent:
    """Country, state, municipality 90 and its bairros 1 and 2; bairro 3 elsewhere."""
    rows = [
        (95, 7, "BR", "Brasil", None),
        (94, 5, "35", "São Paulo", 95),
        (90, 4, "3550308", "São Paulo", 94),
        (91, 4, "3509502", "Campinas", 94),
        (1, 2, None, "Jardim das Flores", 90),
        (2, 2, None, "Vila Água Funda", 90),
        (3, 2, None, "Jardim das Flores", 91),
    ]
    return e.evento(
        "territorio.importado",
        importacao_id=e.ITEM.format(99),
        fonte="teste",
        lote=1,
        lotes=1,
        unidades=[
            {
                "unidade_civica_id": unidade(n),
                "nivel": level,
                "codigo": code,
                "nome": name,
                "parent_uc_id": None if above is None else unidade(above),
            }
            for n, level, code, name, above in rows
        ],
    )


def numbers(found: list[Any]) -> list[int]:
    """The demands of a list by their number."""
    return [int(one.demanda_id[-12:], 16) for one in found]


def panel(vitrine: Vitrine, alcance: Alcance, agora: Agora = NOW) -> painel.Painel:
    found: painel.Painel = vitrine.read(painel.read_panel, alcance, agora)
    return found


def test_a_panel_counts_a_unit_and_all_below_it(vitrine: Vitrine) -> None:
    vitrine.publicar(territorio(), *e.pronta(1, 1), *e.pronta(2, 2), *e.pronta(3, 3))
    vitrine.publicar(*e.pronta(4, 90), e.recebida(5), e.recebida(6), e.normalizada(6))
    vitrine.publicar(e.georreferenciada(6, 1, "baixa"), e.item(1), e.sorteado(1))
    found = panel(vitrine, Alcance(unidade(90)))
    assert (found.total, found.abertas, found.com_local, found.local_incerto) == (4, 4, 4, 1)
    assert found.taxa_local_incerto == 0.25
    assert {k: v for k, v in found.por_situacao.items() if v} == {
        "aguardando_categoria": 1,
        "aguardando_vaga": 2,
        "atribuida": 1,
    }
    assert found.por_nivel == {0: 1, 3: 3}
    assert found.conselheiros_ativos == 1
    assert panel(vitrine, Alcance(unidade(90), so_esta=True)).total == 1
    assert panel(vitrine, Alcance(unidade(95))).total == 5
    assert panel(vitrine, Alcance()).total == 6
    empty = panel(vitrine, Alcance(unidade(77)))
    assert (empty.total, empty.taxa_local_incerto, empty.inicio_medio_s) == (0, None, None)


def test_durations_are_means_of_what_happened(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), *e.pronta(2), e.sorteado(1))
    vitrine.office.clock.advance(3_600_000)
    vitrine.publicar(e.iniciada(1), e.concluida(1, quando="2026-05-30T20:26:40.000Z"))
    # A claim from before the reception counts as nothing.
    vitrine.publicar(e.concluida(2, quando="2026-01-01T00:00:00.000Z"))
    found = panel(vitrine, Alcance(unidade(1)))
    assert (found.inicio_medio_s, found.conclusao_media_s) == (3_600, 172_800)


def test_registered_and_active_councillors(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(territorio())
    for n, u in ((1, 1), (2, 90), (3, 3)):
        vitrine.publicar(
            e.evento(
                "conselheiro.cadastrado",
                conselheiro_id=conselheiro(n),
                cidadao_id=conselheiro(100 + n),
                unidade_civica_id=unidade(u),
                nivel_atuacao=2,
                status="disponivel",
                capacitacao_concluida=True,
            )
        )
    gone: dict[str, Any] = {"conselheiro_id": conselheiro(2), "unidade_civica_id": unidade(90)}
    vitrine.publicar(e.evento("conselheiro.inativado", **gone))
    assert panel(vitrine, Alcance(unidade(90))).conselheiros_cadastrados == 1
    vitrine.publicar(e.evento("conselheiro.reativado", **gone))
    assert panel(vitrine, Alcance(unidade(90))).conselheiros_cadastrados == 2
    vitrine.publicar(*e.pronta(1), e.sorteado(1, 1), e.ciclo(1, 1, motivo="fim_mandato"))
    assert panel(vitrine, Alcance(unidade(90))).conselheiros_cadastrados == 1
    vitrine.check()
    vitrine.publicar(
        e.evento("conselheiro.reativado", **{**gone, "conselheiro_id": conselheiro(1)})
    )
    assert panel(vitrine, Alcance()).conselheiros_cadastrados == 3


def overdue(vitrine: Vitrine, agora: Agora, **more: Any) -> tuple[dict[str, int], int]:
    found = vitrine.read(
        painel.read_overdue, Alcance(unidade(1)), agora, replace(Parametros(), **more)
    )
    return ({kind: n for kind, n in found.por_tipo.items() if n}, found.total)


def test_overdue_is_told_in_the_offices_calendar_days(vitrine: Vitrine) -> None:
    vitrine.publicar(*e.pronta(1), *e.pronta(2), e.sorteado(2))
    assert overdue(vitrine, later(2.99)) == ({}, 0)
    assert overdue(vitrine, later(3)) == ({"inicio": 1}, 1)
    # 17:26 in São Paulo on the 28th of May; thirty local days later, from midnight on.
    assert overdue(vitrine, later(29.27)) == ({"inicio": 1}, 1)
    assert overdue(vitrine, later(29.28)) == ({"inicio": 1, "conselheiro": 1}, 2)
    assert overdue(vitrine, later(1.5), dias_sem_conselheiro=1) == ({"conselheiro": 1}, 1)


def test_a_demand_that_is_overdue_twice_is_one_demand(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    deadline = e.atualizacao(
        1, tipo="prazo_registrado", campos_estruturados={"data_estimada": "2026-06-10"}
    )
    vitrine.publicar(*e.pronta(1), e.sorteado(1), e.iniciada(1), deadline)
    assert vitrine.snapshot(1)["prazo_estimado"] == "2026-06-10"
    assert overdue(vitrine, later(13)) == ({}, 0)  # the 10th itself
    assert overdue(vitrine, later(14)) == ({"prazo": 1}, 1)
    assert overdue(vitrine, later(31)) == ({"prazo": 1, "atualizacao": 1}, 1)
    vitrine.publicar(e.concluida(1))
    assert overdue(vitrine, later(31)) == ({}, 0)


def test_claims_from_the_future_are_not_overdue(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), e.sorteado(1))
    assert overdue(vitrine, later(-40), horas_sem_inicio=0) == ({}, 0)


def test_a_review_is_overdue_after_a_week(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    review = e.evento(
        "demanda.revisao_solicitada",
        demanda_id=demanda(1),
        motivo="confianca_baixa",
        confianca_categorizacao=0.5,
        sugestoes_alternativas=[],
        versao_taxonomia="t-1",
        versao_classificador="c-1",
    )
    vitrine.publicar(e.recebida(1), e.normalizada(1), e.georreferenciada(1), review)
    assert overdue(vitrine, later(8)) == ({"revisao": 1}, 1)
    vitrine.publicar(e.categorizada(1))
    assert overdue(vitrine, later(8)) == ({}, 0)


def test_a_report_by_category_with_the_oldest(vitrine: Vitrine) -> None:
    vitrine.publicar(
        territorio(), *e.pronta(1, 1, categoria="3.1"), *e.pronta(2, 2, categoria="1.2")
    )
    vitrine.office.clock.advance(DAY_MS)
    vitrine.publicar(*e.pronta(3, 2, categoria="3.1"), e.concluida(2), e.recebida(4))
    reach = Alcance(unidade(90))

    def report(**filtro: Any) -> list[tuple[Any, ...]]:
        found = vitrine.read(relatorios.read_report, reach, relatorios.FiltroRelatorio(**filtro))
        return [
            (
                one.categoria_id,
                one.total,
                one.abertas,
                one.mais_antiga and numbers([one.mais_antiga])[0],
            )
            for one in found
        ]

    assert report() == [("1.2", 1, 0, None), ("3.1", 2, 2, 1)]
    assert report(categoria="3.1") == [("3.1", 2, 2, 1)]
    assert report(situacao="concluida") == [("1.2", 1, 0, None)]
    assert report(de="2026-05-29T00:00:00.000Z") == [("3.1", 1, 1, 3)]
    assert report(antes_de="2026-05-29T00:00:00.000Z") == [("1.2", 1, 0, None), ("3.1", 1, 1, 1)]


def test_units_by_name_state_and_parent(vitrine: Vitrine) -> None:
    vitrine.publicar(territorio())

    def units(**filtro: Any) -> list[tuple[Any, ...]]:
        found = vitrine.read(unidades.find_units, unidades.FiltroUnidade(**filtro))
        return [(one.nome, one.uf, one.acima[:1]) for one in found]

    assert units(nome="agua") == [("Vila Água Funda", "SP", ("São Paulo",))]
    assert units(nome="jardim DAS flores", pai=unidade(91)) == [
        ("Jardim das Flores", "SP", ("Campinas",))
    ]
    assert len(units(uf="sp")) == 6
    assert len(units(uf="São Paulo", nivel=2)) == 3
    assert units(uf="RJ") == []
    assert vitrine.read(unidades.read_unit, unidade(94)).uf == "SP"
    assert vitrine.read(unidades.read_unit, unidade(77)) is None


def test_a_timeline_newest_first_by_pages(vitrine: Vitrine) -> None:
    vitrine.publicar(*e.pronta(1), e.item(1))
    whole = vitrine.read(demandas.read_timeline, demanda(1))
    assert [one.tipo for one in whole] == [
        "agenda.item_disponível",
        "demanda.ranqueada",
        "demanda.categorizada",
        "demanda.georreferenciada",
        "demanda.normalizada",
        "demanda.recebida",
    ]
    assert whole[4].texto == {"titulo": "Buraco na rua"}
    assert "texto_bruto" not in whole[5].dados
    page = vitrine.read(demandas.read_timeline, demanda(1), 2)
    point = demandas.Ponto(page[-1].altura, bytes.fromhex(page[-1].event_hash))
    assert vitrine.read(demandas.read_timeline, demanda(1), 50, point) == whole[2:]


def test_lines_of_a_file_stand_in_its_demands_timeline(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    file = e.evento(
        "anexo.processado",
        demanda_id=demanda(1),
        anexo_id=e.ANEXO.format(1),
        url_acesso="foto.jpg",
        tipo_mime="image/jpeg",
        tamanho_bytes=10,
        hash_sha256="ab" * 32,
        possui_dado_sensivel=False,
        moderacao_status="pendente",
        indice=0,
    )
    media = [{"indice": 0, "descricao": "um buraco"}]
    vitrine.publicar(e.recebida(1), e.normalizada(1, midias_descritas=media), file)
    assert vitrine.read(demandas.read_demand, demanda(1)).evidencias == []
    judged = e.evento(
        "anexo.moderado",
        anexo_id=e.ANEXO.format(1),
        status="ativo",
        moderacao_status="aprovado",
    )
    vitrine.publicar(judged, e.georreferenciada(1))
    lines = [one.tipo for one in vitrine.read(demandas.read_timeline, demanda(1))]
    assert lines[:3] == ["demanda.georreferenciada", "anexo.moderado", "anexo.processado"]
    found = vitrine.read(demandas.read_demand, demanda(1)).evidencias
    assert [(one.object_key, one.descricao) for one in found] == [("foto.jpg", "um buraco")]


def test_a_path_of_the_subcategory_before_that_of_its_category(vitrine: Vitrine) -> None:
    def path(total: int, **more: Any) -> NewEvent:
        return e.evento(
            "caminho.atualizado",
            municipio_id=unidade(90),
            categoria_id="3.1",
            total_casos=total,
            canais=[{"nome": "ouvidoria", "total": total}],
            orgaos=[],
            gargalos=[],
            documentos=[],
            dossie={"casos": total},
            versao_metodo="caminho_v1",
            gerado_em=e.MOMENTO,
            **more,
        )

    vitrine.publicar(*e.pronta(1), path(7))
    assert vitrine.read(demandas.read_demand, demanda(1)).caminho.total_casos == 7
    vitrine.publicar(path(3, subcategoria_id="3.1.1"))
    found = vitrine.read(demandas.read_demand, demanda(1)).caminho
    assert (found.total_casos, found.canais) == (3, [{"nome": "ouvidoria", "total": 3}])
    assert vitrine.read(demandas.read_demand, demanda(9)) is None


@pytest.mark.parametrize(
    ("agora", "dias"), [(later(0), 0), (later(0.28), 1), (later(30), 30), (later(-1), None)]
)
def test_days_are_the_offices(agora: Agora, dias: int | None) -> None:
    from core.colonies.d7_transparencia.rules.prazos import dias_em_aberto

    assert dias_em_aberto("2026-05-28T20:26:40.000Z", agora.ms, SP) == dias
    assert dias_em_aberto("2026-02-31T00:00:00.000Z", agora.ms, SP) is None
