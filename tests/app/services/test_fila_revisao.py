"""One queue for categories and units, over the colonies that fill it: decide, be second, undo."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from typing_extensions import override

from app.services.demandas import DemandasService
from app.services.fila_revisao import Aberta, FilaDeRevisaoService
from app.services.fila_revisao_paginas import Pendencia
from app.services.leitura import BancoLeitor
from app.services.revisoes import RevisoesService
from core.base.territorio.distancia import Ponto
from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.api.registro import registrar_demanda
from core.colonies.d1a_captura.colony import CAPTURA
from core.colonies.d1a_captura.rules import Lugar
from core.colonies.d1b_normalizacao.colony import NORMALIZACAO
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.d3_categorizacao.colony import d3_colony
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.escritorio.colony import ESCRITORIO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import UserFacingError
from core.kernel.ids import SeededIds
from tests.app.services.test_revisoes import ShippedModels
from tests.core.colonies.d3_categorizacao.conftest import MODERADORA, OUTRO, scripted_files
from tests.support.balcao import ATENDENTE, MODERATION, Counter, pedido
from tests.support.office import TEST_NO, Office, demanda
from tests.support.territorio import (
    AT_SEA,
    BAIRRO,
    CIDADE,
    IN_CITY,
    SMALL,
    MemoryStore,
    chave,
    import_into,
    territory,
    unit,
)

SURE = "buraco na rua do bairro [3.1.1 0.96]"
UNSURE = "poste sem luz na esquina [3.4.1 0.55 1.3 0.44]"
LESS_SURE = "cheiro estranho na rua [3.4.1 0.31 1.3 0.30]"
VILA = chave(2, "355030802")
# Outlines that give the demands of the city's middle a quarter of their own.
GROWN = territory(unit(2, "355030802", "Vila Nova", CIDADE, (-46.6, -23.6, 0.2)))


@dataclass
class Sala(Counter):
    """The counter with everything up to the category."""

    store: MemoryStore = field(default_factory=MemoryStore)

    @override
    def __post_init__(self) -> None:
        self.office.attachments = self.store
        self.office.colonies = (
            ESCRITORIO,
            TERRITORIO,
            CIDADAOS,
            CAPTURA,
            NORMALIZACAO,
            GEORREFERENCIAMENTO,
            d3_colony(scripted_files),
            TRANSPARENCIA,
            MODERATION,
        )
        self.engine = self.office.engine()
        import_into(self.engine.executar, self.store, SMALL)
        self.engine.aguardar_ocioso()

    def grow(self) -> None:
        """New outlines."""
        import_into(self.engine.executar, self.store, GROWN)
        self.engine.aguardar_ocioso()

    def take_in(self, n: int, texto: str, place: tuple[float, float] = IN_CITY) -> None:
        """Register demand ``n``."""
        wanted = pedido(texto, demanda_id=demanda(n), lugar=Lugar("ponto", Ponto(*place)))
        self.engine.executar("D-1a", registrar_demanda(TEST_NO, 0, wanted, ATENDENTE)).result()
        self.engine.aguardar_ocioso()

    def unit_of(self, n: int) -> str:
        """Where demand ``n`` belongs."""
        (row,) = self.office.rows(
            f"SELECT unidade_civica_id FROM d2_resolucoes_geo WHERE demanda_id = '{demanda(n)}'"
        )
        return str(row[0])


@pytest.fixture
def sala(sqlite_office: Office) -> Sala:
    return Sala(sqlite_office)


def service_of(sala: Sala, **more: object) -> FilaDeRevisaoService:
    leitor, models = BancoLeitor(sala.office.database, keep=0), ShippedModels()
    demands = DemandasService(leitor, sala, SeededIds("fila"), sala.now, no=TEST_NO, epoca=0)
    reviews = RevisoesService(leitor, sala, models, sala.now)
    return FilaDeRevisaoService(leitor, reviews, demands, models, sala.store, **more)  # type: ignore[arg-type] # the rule, by name


@pytest.fixture
def service(sala: Sala) -> FilaDeRevisaoService:
    return service_of(sala)


def listed(service: FilaDeRevisaoService) -> list[tuple[str, str]]:
    return [(one.motivo, one.demanda_id[-2:]) for one in service.pagina().itens]


def opened(service: FilaDeRevisaoService, n: int) -> Aberta:
    return service.abrir(one_of(service, n))


def one_of(service: FilaDeRevisaoService, n: int) -> Pendencia:
    return next(one for one in service.pagina().itens if one.demanda_id == demanda(n))


def full(sala: Sala, service: FilaDeRevisaoService) -> None:
    """1 sure and contested, 2 unsure, 3 less sure, 4 at sea, 5 sure and about to move."""
    sala.take_in(1, SURE, (-23.95, -46.95))
    sala.take_in(2, UNSURE, (-23.95, -46.95))
    sala.take_in(3, LESS_SURE, (-23.95, -46.95))
    sala.take_in(4, SURE, AT_SEA)
    sala.take_in(5, SURE)
    service._revisoes.contestar(demanda(1), MODERADORA, motivo="é outra coisa")
    sala.engine.aguardar_ocioso()
    sala.grow()


def test_contested_first_then_units_then_the_least_sure(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    full(sala, service)
    assert listed(service) == [
        ("contestada", "01"),
        ("sem_unidade", "04"),
        ("mudanca", "05"),
        ("confianca_baixa", "03"),
        ("confianca_baixa", "02"),
    ]
    page = service.pagina()
    assert page.total == 5
    assert page.por_tipo == {"categoria": 3, "territorio": 1, "mudanca": 1}
    assert page.em_espera == {"unidade": 1}
    assert all(one.protocolo for one in page.itens)
    (waits,) = service.em_espera()
    assert (waits.demanda_id, waits.falta, bool(waits.protocolo)) == (demanda(4), "unidade", True)


def test_pages_of_any_size_hold_the_same_items_once(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    full(sala, service)
    whole = [one.chave for one in service.pagina().itens]
    for size in (1, 2, 3):
        found: list[str] = []
        point: str | None = None
        while True:
            page = service.pagina(size, point)
            found += [one.chave for one in page.itens]
            point = page.depois
            if point is None:
                break
        assert found == whole
    for wrong in ("x", "categorias/", "categorias/1/x/y", "nada/1"):
        with pytest.raises(UserFacingError, match=r"revisao\.pagina_invalida"):
            service.pagina(2, wrong)


def test_a_category_is_decided_and_taken_back(sala: Sala, service: FilaDeRevisaoService) -> None:
    sala.take_in(2, UNSURE)
    item = opened(service, 2)
    assert item.texto == UNSURE
    done = service.decidir_categoria(item, "1.3", MODERADORA)
    sala.engine.aguardar_ocioso()
    assert (done.e_minha, done.categoria_id, done.pode_desfazer) == (True, "1.3", True)
    assert listed(service) == []
    assert not service.abrir(item.pendencia).is_aberta
    service.desfazer(done, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert [one[1] for one in listed(service)] == ["02"]


def test_the_second_of_two_learns_what_the_first_decided(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(2, UNSURE)
    item = opened(service, 2)
    service.decidir_categoria(item, "1.3", MODERADORA)
    sala.engine.aguardar_ocioso()
    late = service.decidir_categoria(item, "3.4", OUTRO)
    assert (late.e_minha, late.categoria_id, late.pode_desfazer) == (False, "1.3", False)
    with pytest.raises(UserFacingError, match=r"revisao\.nada_a_desfazer"):
        service.desfazer(late, OUTRO)


def test_a_change_of_unit_is_confirmed_as_a_correction_and_taken_back(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(5, SURE)
    sala.grow()
    assert sala.unit_of(5) == CIDADE
    item = opened(service, 5)
    assert item.mudanca is not None
    assert item.unidades[item.mudanca.unidade_nova_id or ""] == "Vila Nova · São Paulo"
    done = service.confirmar_mudanca(item, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert sala.unit_of(5) == VILA
    assert listed(service) == []
    (event,) = sala.events("demanda.corrigida")
    assert event.payload["campos"] == ["local"]
    assert event.payload["localizacao"] == {"lat": IN_CITY[0], "lng": IN_CITY[1]}
    assert sala.events("demanda.categorizada")[-1].payload["unidade_civica_id"] == VILA
    service.desfazer(done, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert sala.unit_of(5) == CIDADE
    # The pin was kept, so the change stands in the queue again and can be confirmed again.
    assert listed(service) == [("mudanca", "05")]
    service.confirmar_mudanca(opened(service, 5), MODERADORA)
    sala.engine.aguardar_ocioso()
    assert sala.unit_of(5) == VILA
    sala.office.stop()


def test_todays_unit_stays_through_other_corrections_and_is_taken_back(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(5, SURE)
    sala.grow()
    item = opened(service, 5)
    done = service.manter_unidade(item, MODERADORA, "o córrego separa")
    sala.engine.aguardar_ocioso()
    assert (sala.unit_of(5), listed(service)) == (CIDADE, [])
    (event,) = sala.events("demanda.unidade_mantida")
    assert event.payload["unidade_recusada_id"] == VILA
    assert event.payload["motivo"] == "o córrego separa"
    assert "motivo" not in event.publico(), "a note stays in the office"
    with pytest.raises(UserFacingError, match=r"revisao\.mudou"):
        service.manter_unidade(item, MODERADORA)
    correction = Correcao(motivo="texto", texto="buraco maior na rua [3.1.1 0.96]")
    service._demandas.corrigir(demanda(5), correction, ATENDENTE)
    sala.engine.aguardar_ocioso()
    assert (sala.unit_of(5), listed(service)) == (CIDADE, [])
    sala.grow()
    assert listed(service) == [], "the same outlines again ask nothing again"
    service.desfazer(done, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert listed(service) == [("mudanca", "05")]
    with pytest.raises(UserFacingError, match=r"revisao\.nada_a_desfazer"):
        service.desfazer(done, MODERADORA)
    service.confirmar_mudanca(opened(service, 5), MODERADORA, "visto no mapa")
    sala.engine.aguardar_ocioso()
    assert sala.unit_of(5) == VILA
    assert sala.events("demanda.corrigida")[-1].payload["motivo"].endswith(": visto no mapa")
    sala.office.stop()


def test_a_note_stands_beside_the_decision_on_a_category(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(3, UNSURE)
    service.decidir_categoria(opened(service, 3), "3.4", MODERADORA, nota="  poste  da praça ")
    sala.engine.aguardar_ocioso()
    event = sala.events("demanda.categorizada")[-1]
    assert event.payload["motivo"] == "poste da praça"
    assert "motivo" not in event.publico()
    shown = service.abrir(
        Pendencia("categoria", demanda(3), None, "", "", None, None, "")
    ).categoria
    assert shown is not None
    assert shown.historico[-1].motivo == "poste da praça"
    sala.take_in(2, LESS_SURE)
    with pytest.raises(UserFacingError, match=r"categoria\.motivo_longo"):
        service.decidir_categoria(opened(service, 2), "3.4", MODERADORA, nota="x" * 301)


def test_a_demand_without_unit_gets_one_by_hand_and_keeps_its_pin(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(4, SURE, AT_SEA)
    item = opened(service, 4)
    assert item.sem_unidade is not None
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        service.escolher_unidade(item, VILA, MODERADORA)
    service.escolher_unidade(item, BAIRRO, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert sala.unit_of(4) == BAIRRO
    kept = service.abrir(item.pendencia).recebida
    assert kept is not None
    assert kept.ponto == Ponto(*AT_SEA)
    with pytest.raises(UserFacingError, match=r"revisao\.mudou"):
        service.escolher_unidade(item, CIDADE, MODERADORA)


def test_what_changed_meanwhile_is_not_decided_on(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(5, SURE)
    sala.grow()
    item = opened(service, 5)
    service._demandas.corrigir(demanda(5), Correcao(motivo="texto", texto="outro texto"), ATENDENTE)
    sala.engine.aguardar_ocioso()
    with pytest.raises(UserFacingError) as refused:
        service.confirmar_mudanca(item, MODERADORA)
    assert refused.value.code in {"revisao.mudou", "captura.ja_corrigida"}


def test_an_item_that_somebody_holds_is_left_to_them(
    sala: Sala, service: FilaDeRevisaoService
) -> None:
    sala.take_in(4, SURE, AT_SEA)
    held = service.reservar(demanda(4), OUTRO["conta_id"], "Rita")
    assert service.reservar(demanda(4), MODERADORA["conta_id"], "Ana") == held
    with pytest.raises(UserFacingError) as refused:
        service.escolher_unidade(opened(service, 4), BAIRRO, MODERADORA)
    assert (refused.value.code, refused.value.params) == ("revisao.reservada", {"nome": "Rita"})
    service.soltar(demanda(4), OUTRO["conta_id"])
    service.escolher_unidade(opened(service, 4), BAIRRO, MODERADORA)


def test_nobody_reviews_a_text_of_their_own(sala: Sala, service: FilaDeRevisaoService) -> None:
    own = {**MODERADORA, "conta_id": ATENDENTE["conta_id"]}
    sala.take_in(2, UNSURE)
    sala.take_in(4, SURE, AT_SEA)
    with pytest.raises(UserFacingError, match=r"conta\.texto_proprio"):
        service.decidir_categoria(opened(service, 2), "1.3", own)
    with pytest.raises(UserFacingError, match=r"conta\.texto_proprio"):
        service.escolher_unidade(opened(service, 4), BAIRRO, own)


def test_categories_to_choose_from_are_those_in_use(service: FilaDeRevisaoService) -> None:
    known = {one.categoria_id: one for one in service.categorias()}
    assert known["3.1"].nome == "Vias e pavimentação"
    assert known["3.1"].nivel == 3
    assert all(sub[0].startswith("3.1.") for sub in known["3.1"].subcategorias)


def test_units_are_found_by_name(sala: Sala, service: FilaDeRevisaoService) -> None:
    (found,) = service.procurar_unidades("  jardim sao ")
    assert (found.unidade_id, found.nome.split(" · ")[-1]) == (BAIRRO, "Jardim São João")
    assert service.procurar_unidades(" ") == ()


def test_photos_are_those_that_are_here(sala: Sala, service: FilaDeRevisaoService) -> None:
    sala.take_in(2, UNSURE)
    item = opened(service, 2)
    assert service.fotos(item) == ()
    kept = sala.store.put(b"imagem")
    assert item.recebida is not None
    seen = replace(item.recebida, midia_urls=(f"anexo:{kept}", f"anexo:{'0' * 64}", "https://x"))
    assert service.fotos(replace(item, recebida=seen)) == (b"imagem",)


def test_another_role_decides_nothing(sala: Sala, service: FilaDeRevisaoService) -> None:
    sala.take_in(2, UNSURE)
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        service.decidir_categoria(opened(service, 2), "1.3", ATENDENTE)


def test_what_stands_is_kept_as_an_act(sala: Sala, service: FilaDeRevisaoService) -> None:
    full(sala, service)
    item = opened(service, 1)
    assert item.pendencia.motivo == "contestada"
    standing = item.categoria_atual
    assert standing is not None
    done = service.manter_categoria(item, MODERADORA)
    sala.engine.aguardar_ocioso()
    assert (done.e_minha, done.categoria_id) == (True, standing[0])
    assert ("contestada", "01") not in listed(service)
    assert service.abrir(item.pendencia).categoria_atual == standing
    with pytest.raises(UserFacingError, match=r"revisao\.mudou"):
        service.manter_categoria(opened(service, 2), MODERADORA)
