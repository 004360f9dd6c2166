"""Correction and withdrawal on the real bus."""

from __future__ import annotations

import pytest

from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.correcao import Correcao, corrigir_demanda, retirar_demanda
from core.colonies.d1a_captura.queries import count_demandas, list_demandas, read_demanda
from core.colonies.d1a_captura.rules import Lugar
from core.kernel.errors import UserFacingError
from tests.support.balcao import ATENDENTE, MODERADOR, OUTRO, Counter, cidadao, pedido
from tests.support.office import TEST_NO, Office, demanda, unidade


def correct(counter: Counter, correcao: Correcao, n: int = 1) -> dict[str, object]:
    decide = corrigir_demanda(TEST_NO, demanda(n), correcao, ATENDENTE)
    answer: dict[str, object] = counter.engine.executar("D-1a", decide).result().resposta
    counter.engine.aguardar_ocioso()
    return answer


def test_a_correction_says_only_what_changed(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido(demanda_id=demanda(1), categoria_id="1.1"))
    place = Lugar("ponto", Ponto(-7.2, -34.8))
    done = correct(counter, Correcao(motivo="rua errada", lugar=place, categoria=("1.1", None)))
    assert done["campos"] == ["local"]
    (event,) = counter.events("demanda.corrigida")
    assert event.payload == {
        "demanda_id": demanda(1),
        "campos": ["local"],
        "motivo": "rua errada",
        "localizacao": {"lat": -7.2, "lng": -34.8},
        "precisao_local": "ponto",
    }
    correct(counter, Correcao(motivo="outro", texto="Falta luz na praça", categoria=(None, None)))
    text = counter.events("demanda.corrigida")[1].payload
    assert text["campos"] == ["texto", "categoria"]
    assert text["cidadao_id"] == cidadao(1)
    found = counter.read(read_demanda, demanda(1))
    assert found is not None
    assert (found.texto_bruto, found.categoria_id, found.correcoes) == (
        "Falta luz na praça",
        None,
        2,
    )
    assert found.ponto == Ponto(-7.2, -34.8)
    # D-1b made each of them a new clean form of the same demand.
    clean = counter.events("demanda.normalizada")
    assert [event.payload["origem_normalizacao"] for event in clean] == [
        "automatico",
        "hibrido",
        "hibrido",
    ]
    assert clean[2].payload["titulo"] == "Falta luz na praça"
    assert {event.payload["demanda_id"] for event in clean} == {demanda(1)}
    counter.assert_rebuild_equals_live()


def test_a_unit_is_confirmed_by_hand(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    counter.register(pedido(demanda_id=demanda(1)))
    place = Lugar("unidade", unidade_id=unidade(2))
    correct(counter, Correcao(motivo="conferido em campo", lugar=place))
    payload = counter.events("demanda.corrigida")[0].payload
    assert (payload["localizacao"], payload["unidade_civica_id"]) == (None, unidade(2))


@pytest.mark.parametrize(
    ("correcao", "n", "code"),
    [
        (Correcao(motivo="m", texto="Falta água na Rua das Flores, 120"), 1, "nada_a_corrigir"),
        (Correcao(motivo="m"), 1, "nada_a_corrigir"),
        (Correcao(motivo="  ", texto="Outro texto"), 1, "sem_motivo"),
        (Correcao(motivo="m", texto="Outro texto"), 2, "nao_encontrada"),
        (Correcao(motivo="m", texto="?"), 1, "texto_curto"),
    ],
)
def test_a_correction_without_sense_is_refused(
    sqlite_office: Office, correcao: Correcao, n: int, code: str
) -> None:
    counter = Counter(sqlite_office)
    counter.register(pedido(demanda_id=demanda(1)))
    with pytest.raises(UserFacingError, match=rf"captura\.{code}"):
        correct(counter, correcao, n)
    assert counter.events("demanda.corrigida") == []


def withdraw(counter: Counter, n: int, motivo: str, ator: dict[str, str], **more: str) -> None:
    decide = retirar_demanda(demanda(n), motivo, ator, **more)  # type: ignore[arg-type] # a word of the list, or one that is not
    counter.engine.executar("D-1a", decide).result()
    counter.engine.aguardar_ocioso()


def test_a_withdrawal_is_for_good(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido(demanda_id=demanda(1)))
    withdraw(counter, 1, "engano", ATENDENTE, observacao="digitada duas vezes")
    (event,) = counter.events("demanda.retirada")
    assert event.payload["motivo"] == "engano"
    with pytest.raises(UserFacingError, match=r"captura\.ja_retirada"):
        withdraw(counter, 1, "teste", MODERADOR)
    with pytest.raises(UserFacingError, match=r"captura\.ja_retirada"):
        correct(counter, Correcao(motivo="m", texto="Outro texto"))
    # It does not stand in the way of saying it again.
    assert counter.register(pedido(demanda_id=demanda(2)))["ja_registrada"] is False
    assert counter.read(count_demandas) == {"retirada": 1, "pendente_normalizacao": 1}
    shown = counter.read(list_demandas, limite=9, status="retirada")
    assert [(one.demanda_id, one.motivo_retirada) for one in shown] == [(demanda(1), "engano")]
    counter.assert_rebuild_equals_live()


def test_who_may_withdraw_and_when(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    for n in (1, 2, 3):
        counter.register(pedido(f"Problema número {n} da rua", demanda_id=demanda(n)))
    with pytest.raises(UserFacingError, match=r"captura\.retirada_de_outro"):
        withdraw(counter, 1, "engano", OUTRO)
    sqlite_office.clock.advance(24 * 3_600_000)
    withdraw(counter, 1, "engano", ATENDENTE)
    sqlite_office.clock.advance(1)
    with pytest.raises(UserFacingError, match=r"captura\.retirada_tarde"):
        withdraw(counter, 2, "engano", ATENDENTE)
    withdraw(counter, 2, "pedido_do_morador", MODERADOR)
    # A clock that was set back keeps nobody from mending a slip.
    sqlite_office.clock.advance(-48 * 3_600_000)
    withdraw(counter, 3, "teste", ATENDENTE)
    assert len(counter.events("demanda.retirada")) == 3


def test_a_repeated_demand_names_the_one_that_goes_on(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    for n in (1, 2, 3):
        counter.register(pedido(f"Problema número {n} da rua", demanda_id=demanda(n)))
    for more, code in (
        ({}, "repetida_sem_qual"),
        ({"repetida_de": demanda(1)}, "repetida_de_si"),
        ({"repetida_de": demanda(9)}, "repetida_desconhecida"),
    ):
        with pytest.raises(UserFacingError, match=rf"captura\.{code}"):
            withdraw(counter, 1, "repetida", ATENDENTE, **more)
    withdraw(counter, 1, "repetida", ATENDENTE, repetida_de=demanda(2))
    with pytest.raises(UserFacingError, match=r"captura\.repetida_desconhecida"):
        withdraw(counter, 2, "repetida", ATENDENTE, repetida_de=demanda(1))
    found = counter.read(read_demanda, demanda(1))
    assert found is not None
    assert found.repetida_de == demanda(2)


def test_pages_follow_each_other_without_skips(sqlite_office: Office) -> None:
    counter = Counter(sqlite_office)
    for n in range(7):
        counter.register(pedido(f"Problema número {n} da rua", demanda_id=demanda(n)))
        sqlite_office.clock.advance(n % 2)
    seen: list[str] = []
    before = None
    while page := counter.read(list_demandas, limite=3, antes=before):
        seen += [one.demanda_id for one in page]
        before = (page[-1].recebida_em, page[-1].demanda_id)
    assert sorted(seen) == [demanda(n) for n in range(7)]
    assert seen[0] == demanda(6)


def test_a_place_is_told_once_more_as_it_is(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido(demanda_id=demanda(1)))
    done = correct(counter, Correcao(motivo="contornos novos", lugar_confirmado=True))
    assert done["campos"] == ["local"]
    told = counter.events("demanda.corrigida")[0].payload
    assert told["localizacao"] == {"lat": -7.12, "lng": -34.86}
    assert told["precisao_local"] == "ponto"
    correct(counter, Correcao(motivo="por ora", unidade_escolhida=unidade(3)))
    held = counter.read(read_demanda, demanda(1))
    assert held is not None
    assert (held.precisao_local, held.unidade_informada_id) == ("unidade", unidade(3))
    assert held.ponto == Ponto(-7.12, -34.86)
    with pytest.raises(UserFacingError, match=r"captura\.nada_a_corrigir"):
        correct(counter, Correcao(motivo="de novo", unidade_escolhida=unidade(3)))
    correct(counter, Correcao(motivo="contornos novos", lugar_confirmado=True))
    again = counter.read(read_demanda, demanda(1))
    assert again is not None
    assert (again.precisao_local, again.unidade_informada_id) == ("ponto", None)
    counter.assert_rebuild_equals_live()


def test_a_correction_of_what_another_one_corrected_is_refused(office: Office) -> None:
    counter = Counter(office)
    counter.register(pedido(demanda_id=demanda(1)))
    correct(counter, Correcao(motivo="um", texto="Falta luz na praça", correcoes_vistas=0))
    with pytest.raises(UserFacingError, match=r"captura\.ja_corrigida"):
        correct(counter, Correcao(motivo="dois", texto="Falta água", correcoes_vistas=0))
