"""The public timeline: plain words, public parts only, nothing of what was held back."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.frases import Frases
from app.services.leitura import BancoLeitor
from app.services.linha_do_tempo import LinhaDoTempoService, find_demand_id
from app.settings.recursos import Recursos
from core.colonies.d3_categorizacao.colony import d3_colony
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.contracts.catalogo import MODELS
from core.kernel.colony import Colony, no_keys
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.registry import Registry
from tests.core.colonies.d3_categorizacao.conftest import (
    SURE,
    UNSURE,
    Desk,
    georreferenciada,
    normalizada,
    retirada,
)
from tests.support.categorias import shipped_files
from tests.support.office import Office, demanda, unidade

CONTEST = "Se estiver errada, pode ser contestada."
TEMPLATES = Recursos().timeline_toml()
SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(
        "demanda.normalizada",
        "demanda.georreferenciada",
        "demanda.retirada",
        "demanda.corrigida",
        "moderacao.decidida",
    ),
    apply={},
    chaves=no_keys,
)


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    found = Desk(sqlite_office)
    sqlite_office.colonies = (SOURCE, d3_colony(lambda: found.files), TRANSPARENCIA)
    return found


@pytest.fixture
def service(desk: Desk) -> LinhaDoTempoService:
    return LinhaDoTempoService(
        BancoLeitor(desk.office.database), Frases(TEMPLATES), lambda: shipped_files().taxonomy
    )


def sentences(service: LinhaDoTempoService, n: int) -> list[str]:
    return [one.frase for one in service.historia(demanda(n)).entradas]


def moderated(n: int, decisao: str, **more: Any) -> NewEvent:
    payload = {
        "item_id": demanda(90),
        "tipo": "texto",
        "referencia_id": demanda(n),
        "decisao": decisao,
        "moderador_id": demanda(91),
        "demanda_id": demanda(n),
        **more,
    }
    people = {"moderador": demanda(91)}
    return NewEvent("moderacao.decidida", payload, demanda(n), titulares=people)


def test_every_type_that_speaks_of_a_demand_has_a_template() -> None:
    """So no event that D-7 tells can come without words."""
    registry = Registry(MODELS)
    speaking = {
        tipo
        for tipo in registry.tipos()
        if "demanda" in registry.contract(tipo).assunto_fields.values()
    }
    assert speaking - Frases(TEMPLATES).tipos == set()
    assert Frases(TEMPLATES).tipos <= set(registry.tipos())


def test_the_first_half_of_a_demands_road(desk: Desk, service: LinhaDoTempoService) -> None:
    desk.pronta(1, SURE, titulo="Buraco na rua")
    found = service.historia(demanda(1))
    assert (found.titulo, found.situacao) == ("Buraco na rua", "aguardando_vaga")
    assert [one.frase for one in found.entradas] == [
        "Texto preparado: “Buraco na rua”.",
        "Local identificado: unidade 11111111.",
        "Categoria: Vias e pavimentação (nível 3), dada automaticamente com 96 % de confiança. "
        + CONTEST,
    ]
    assert found.entradas[2].publico["subcategoria_id"] == "3.1.1"
    assert found.entradas[2].carimbo == desk.said()[0].event_hash


def test_review_and_decision_are_told(desk: Desk, service: LinhaDoTempoService) -> None:
    desk.pronta(1, UNSURE)
    desk.decidir(1, "3.4")
    desk.contestar(1, "1.3", "motivo reservado")
    desk.decidir(1, "1.3")
    desk.desfazer(1, desk.said()[-1].event_id)
    desk.publicar(retirada(1))
    assert sentences(service, 1)[2:] == [
        "A categoria não está clara e espera a decisão de uma pessoa.",
        "Categoria: Iluminação pública (nível 3), dada por uma pessoa.",
        "A categoria foi contestada e vai à revisão.",
        "Categoria: Energia elétrica (nível 1), dada por uma pessoa.",
        "Categoria: Iluminação pública (nível 3), dada por uma pessoa.",
        "A última decisão sobre a categoria foi desfeita, e a revisão está aberta de novo.",
        "Demanda retirada: foi registrada por engano.",
    ]
    assert "reservado" not in str(service.ler(demanda(1)))


def test_restricted_text_is_not_told(desk: Desk, service: LinhaDoTempoService) -> None:
    hidden = normalizada(1, titulo="Fulana mora ali")
    sealed = frozenset({"titulo", "descricao_limpa"})
    desk.publicar(NewEvent(hidden.tipo, hidden.payload, hidden.sujeito, restrito=sealed))
    found = service.ler(demanda(1))
    assert (found.titulo, found.entradas[0].frase) == (
        None,
        "Texto preparado. Ele não está publicado.",
    )
    assert "Fulana" not in str(found)


def test_what_a_moderator_holds_back_is_quoted_nowhere(
    desk: Desk, service: LinhaDoTempoService
) -> None:
    desk.publicar(normalizada(1, titulo="Texto ofensivo"), moderated(1, "removido"))
    assert "ofensivo" not in str(service.ler(demanda(1)))
    assert sentences(service, 1) == [
        "Texto preparado. Ele não está publicado.",
        "Conteúdo removido por um moderador.",
    ]


def test_what_was_held_back_and_released_has_its_title(
    desk: Desk, service: LinhaDoTempoService
) -> None:
    desk.publicar(normalizada(1, titulo="Texto"), moderated(1, "bloqueado"))
    found = service.ler(demanda(1))
    assert (found.titulo, [one.is_retida for one in found.entradas]) == (None, [False, True])
    released = {"titulo": "Texto liberado"}
    desk.publicar(moderated(1, "aprovado", texto_liberado=released))
    assert service.ler(demanda(1)).titulo == "Texto liberado"


def test_pages_go_on_where_the_one_before_ended(desk: Desk, service: LinhaDoTempoService) -> None:
    desk.pronta(1, SURE)
    whole = service.ler(demanda(1))
    assert whole.depois is None
    first = service.ler(demanda(1), 2)
    rest = service.ler(demanda(1), 2, first.depois)
    assert first.entradas + rest.entradas == whole.entradas
    assert service.ler(demanda(1), 3).depois is None
    assert whole.entradas[0].tipo == "demanda.categorizada"
    with pytest.raises(UserFacingError) as refusal:
        service.ler(demanda(1), 2, "3.zz")
    assert refusal.value.code == "transparencia.pagina_invalida"


def test_a_correction_names_what_changed(desk: Desk, service: LinhaDoTempoService) -> None:
    payload = {"demanda_id": demanda(1), "campos": ["texto", "local"], "motivo": "erro"}
    desk.publicar(NewEvent("demanda.corrigida", payload, demanda(1)), georreferenciada(1))
    assert sentences(service, 1)[0] == "Correção registrada: texto, local."


def test_what_is_no_demand_has_no_timeline(desk: Desk, service: LinhaDoTempoService) -> None:
    desk.publicar(georreferenciada(1))
    with pytest.raises(UserFacingError) as refusal:
        service.ler(unidade(1))
    assert refusal.value.code == "busca.nada_encontrado"


def test_a_demand_is_found_by_the_start_of_its_id(desk: Desk) -> None:
    desk.publicar(normalizada(1))
    leitor = BancoLeitor(desk.office.database)
    assert find_demand_id(leitor, "00000000-0000") == demanda(1)
    for typed, code in (
        ("0000", "busca.curta"),
        ("ffffffff", "busca.nada_encontrado"),
        ("não é um id", "busca.nada_encontrado"),
        ("mjwx-000001-00", "protocolo.digitos"),
        ("abcd-oooo1l-00", "protocolo.digitos"),
    ):
        with pytest.raises(UserFacingError) as refusal:
            find_demand_id(leitor, typed)
        assert refusal.value.code == code
