"""The counter's day: a draft, a click too many, a street by name, a correction, a withdrawal."""

from __future__ import annotations

import pytest

from app.services.demandas import TERMOS_VERSAO, DemandasService, NovaDemanda
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.api.logradouros import Logradouro, set_streets
from core.colonies.d1a_captura.rules import Lugar
from core.kernel.errors import UserFacingError
from tests.support.balcao import ATENDENTE, CENTRO, TUDO, Counter
from tests.support.office import TEST_NO, Office

NOVA = NovaDemanda(
    texto="Falta água na Rua das Flores", lugar=Lugar("ponto", CENTRO), consentimentos=TUDO
)


def service(office: Office) -> tuple[DemandasService, Counter]:
    counter = Counter(office)
    return (
        DemandasService(counter.leitor, counter, office.ids, counter.now, no=TEST_NO, epoca=0),
        counter,
    )


def test_the_terms_that_events_name_are_shipped() -> None:
    text = Recursos().read_text(f"termos/termos-{TERMOS_VERSAO}.md")
    for word in ("tratamento", "publicacao_texto", "publicacao_imagem", "contato"):
        assert f"`{word}`" in text


def test_a_draft_becomes_a_demand_once(office: Office) -> None:
    demands, counter = service(office)
    draft = demands.abrir_rascunho(ATENDENTE)
    draft = demands.salvar_rascunho(draft, {"texto": "Falta ág"})
    assert demands.rascunhos() == [draft]
    done = demands.registrar(NOVA, ATENDENTE, rascunho=draft)
    assert (done.demanda_id, done.ja_registrada) == (draft.rascunho_id, False)
    assert demands.registrar(NOVA, ATENDENTE, rascunho=draft) == done
    assert demands.rascunhos() == []
    (event,) = counter.events("demanda.recebida")
    assert event.payload["cidadao_id"] == draft.cidadao_id
    assert event.payload["termos_versao"] == TERMOS_VERSAO
    demands.descartar_rascunho(demands.abrir_rascunho().rascunho_id)
    assert demands.rascunhos() == []


def test_a_demand_is_shown_listed_corrected_and_withdrawn(office: Office) -> None:
    demands, counter = service(office)
    first = demands.registrar(NOVA, ATENDENTE)
    counter.engine.aguardar_ocioso()
    shown = demands.abrir(first.protocolo.lower().replace("-", "."))
    assert shown.forma is not None
    assert shown.forma.titulo == "Falta água na Rua das Flores"
    fixed = demands.corrigir(first.protocolo, Correcao(motivo="m", texto="Falta luz"), ATENDENTE)
    assert fixed["campos"] == ["texto"]
    second = demands.registrar(NOVA, ATENDENTE)
    gone = demands.retirar(
        second.demanda_id[:13], "repetida", ATENDENTE, repetida_de=first.protocolo
    )
    assert gone["protocolo"] == second.protocolo
    assert demands.contar() == {"pendente_normalizacao": 1, "retirada": 1}
    assert [one.recebida.demanda_id for one in demands.listar(retiradas=False)] == [
        first.demanda_id
    ]
    assert len(demands.listar()) == 2


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("abc", "captura.busca_curta"),
        ("00000000-0000", "captura.nao_encontrada"),
        ("poste apagado", "captura.nao_encontrada"),
        ("ABCD-000001-00", "protocolo.digitos"),
        ("%", "captura.nao_encontrada"),
    ],
)
def test_who_is_not_found_is_told_why(sqlite_office: Office, who: str, code: str) -> None:
    demands, _counter = service(sqlite_office)
    with pytest.raises(UserFacingError) as refusal:
        demands.abrir(who)
    assert refusal.value.code == code


def test_a_street_gives_the_place(office: Office) -> None:
    demands, counter = service(office)
    streets = [
        Logradouro("Rua A", "Centro", "58000100", Ponto(-7.1, -34.8)),
        Logradouro("Rua A", "Bessa", "58000200", Ponto(-7.2, -34.9)),
    ]
    counter.local(lambda cursor, dialect: set_streets(cursor, dialect, streets))
    with pytest.raises(UserFacingError, match=r"captura\.rua_ambigua"):
        demands.lugar_da_rua("rua a", None, None)
    for rua, bairro, cep in (
        ("rua a", "bessa", None),
        ("R. A", None, "58000-200"),
        (None, None, "58000200"),
    ):
        found = demands.lugar_da_rua(rua, bairro, cep)
        assert (found.precisao, found.ponto) == ("rua", Ponto(-7.2, -34.9))
    for rua, cep in (("Rua B", None), (None, "58999-999"), (None, "x"), (None, None)):
        with pytest.raises(UserFacingError, match=r"captura\.rua_desconhecida"):
            demands.lugar_da_rua(rua, None, cep)
    demands.registrar(
        NovaDemanda(texto="Poste apagado", lugar=Lugar("ponto", CENTRO, endereco="Rua B, 9")),
        ATENDENTE,
    )
    assert demands.lugar_da_rua("rua b", None, None).ponto == CENTRO
    assert [one.origem for one in demands.procurar_lugares("rua ")] == ["lista", "lista", "demanda"]
    assert len(demands.procurar_lugares("58000-100")) == 1
