"""The review as a screen or the command line sees it."""

from __future__ import annotations

import pytest

from app.bootstrap.captura import EscritaDoMotor
from app.services.leitura import BancoLeitor
from app.services.revisoes import RevisoesService
from core.base.taxonomia.loading import Categorizacao
from core.colonies.d3_categorizacao.api import LEASE_MS, Escolha
from core.colonies.d3_categorizacao.colony import d3_colony
from core.kernel.clock import format_timestamp
from core.kernel.errors import UserFacingError
from tests.core.colonies.d3_categorizacao.conftest import (
    MODERADORA,
    OUTRO,
    SOURCE,
    Desk,
    normalizada,
)
from tests.support.categorias import shipped_files
from tests.support.office import Office, demanda

UNSURE = "poste sem luz na esquina"


class ShippedModels:
    """Only the shipped model; ``lost`` versions are gone."""

    def __init__(self) -> None:
        self.lost: set[str] = set()

    def __call__(self) -> Categorizacao:
        return shipped_files()

    def de_versao(self, versao_classificador: str, /) -> Categorizacao | None:
        return None if versao_classificador in self.lost else shipped_files()

    def original(self) -> bytes:
        raise NotImplementedError

    def em_uso(self) -> str:
        return shipped_files().classifier.versao_classificador

    def versoes(self) -> tuple[str, ...]:
        return ()

    def gravar(self, modelo: bytes, /) -> str:
        raise NotImplementedError

    def usar(self, versao: str | None, /) -> None:
        raise NotImplementedError


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    sqlite_office.colonies = (SOURCE, d3_colony(shipped_files))
    return Desk(sqlite_office)


@pytest.fixture
def models() -> ShippedModels:
    return ShippedModels()


@pytest.fixture
def service(desk: Desk, models: ShippedModels) -> RevisoesService:
    office = desk.office
    return RevisoesService(
        BancoLeitor(office.database),
        EscritaDoMotor(desk.engine),
        models,
        lambda: format_timestamp(office.clock.now_ms()),
    )


def test_pages_follow_each_other_while_the_list_changes(
    desk: Desk, service: RevisoesService
) -> None:
    for n in range(1, 6):
        desk.pronta(n, UNSURE)
    desk.publicar(normalizada(9))
    first = service.listar(2)
    assert [one.demanda_id for one in first.itens] == [demanda(1), demanda(2)]
    assert (first.por_motivo, first.em_espera) == ({"confianca_baixa": 5}, {"unidade": 1})
    service.decidir(Escolha(demanda_id=demanda(1), categoria_id="3.4"), MODERADORA)
    second = service.listar(2, first.depois)
    assert [one.demanda_id for one in second.itens] == [demanda(3), demanda(4)]
    last = service.listar(2, second.depois)
    assert ([one.demanda_id for one in last.itens], last.depois) == ([demanda(5)], None)
    with pytest.raises(UserFacingError, match=r"revisao\.pagina_invalida"):
        service.listar(2, "página 2")
    assert [one.falta for one in service.em_espera()] == ["unidade"]


def test_an_item_says_which_words_led_to_it(
    desk: Desk, service: RevisoesService, models: ShippedModels
) -> None:
    desk.pronta(1, UNSURE)
    found = service.abrir(demanda(1))
    assert found.fila is not None
    assert {"poste", "luz"} <= {term.palavra for term in found.termos}
    assert found.is_mesma_versao
    models.lost.add(models.em_uso())
    again = service.abrir(demanda(1))
    assert again.termos == found.termos
    assert not again.is_mesma_versao
    nothing = service.abrir(demanda(2))
    assert (nothing.fila, nothing.termos, nothing.historico) == (None, (), ())


def test_two_people_and_one_item(desk: Desk, service: RevisoesService) -> None:
    desk.pronta(1, UNSURE)
    mine, theirs = MODERADORA["conta_id"], OUTRO["conta_id"]
    assert service.reservar(demanda(1), mine, "Ana").nome == "Ana"
    assert service.reservar(demanda(1), theirs, "Beto").nome == "Ana"
    choice = Escolha(demanda_id=demanda(1), categoria_id="1.3")
    with pytest.raises(UserFacingError, match=r"revisao\.reservada"):
        service.decidir(choice, OUTRO)
    held = service.abrir(demanda(1)).reserva
    assert held is not None
    assert held.nome == "Ana"
    service.soltar(demanda(1), theirs)
    service.soltar(demanda(1), mine)
    assert service.abrir(demanda(1)).reserva is None
    assert service.decidir(choice, OUTRO)["decidida"] is True
    assert service.decidir(choice, MODERADORA)["decidida"] is False


def test_a_forgotten_lease_ends_by_itself(desk: Desk, service: RevisoesService) -> None:
    desk.pronta(1, UNSURE)
    service.reservar(demanda(1), MODERADORA["conta_id"], "Ana")
    desk.office.clock.advance(LEASE_MS)
    assert service.abrir(demanda(1)).reserva is None


def test_contested_and_taken_back(desk: Desk, service: RevisoesService) -> None:
    desk.pronta(1, UNSURE)
    service.decidir(Escolha(demanda_id=demanda(1), categoria_id="1.3"), MODERADORA)
    decided = service.abrir(demanda(1)).historico[-1].dita.event_id
    service.desfazer(demanda(1), decided, MODERADORA, "cliquei errado")
    assert service.listar().por_motivo == {"contestada": 1}
    service.decidir(Escolha(demanda_id=demanda(1), categoria_id="3.4"), MODERADORA)
    service.contestar(demanda(1), OUTRO, categoria_sugerida="1.3", motivo="é da rede")
    (taken_back, contested) = service.abrir(demanda(1)).contestacoes
    assert (taken_back.motivo, taken_back.is_aberta) == ("cliquei errado", False)
    assert (contested.motivo, contested.is_aberta) == ("é da rede", True)
