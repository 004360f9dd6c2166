"""Correct, take back, withdraw, contest: what a form saw is compared with what stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.services.demanda_atos import DemandaAtosService
from app.services.demanda_lista import Escolha
from core.kernel.errors import UserFacingError
from tests.support.vivo import Vivo

ATENDENTE = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
MODERADOR = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "moderador"}
AUDITOR = {"conta_id": "44444444-0000-4000-8000-000000000004", "papel": "auditor"}


@pytest.fixture
def acts(vivo: Vivo) -> DemandaAtosService:
    return vivo.servicos.demanda_atos


@pytest.fixture
def one(vivo: Vivo) -> str:
    """A demand that waits for its turn, whose text is public."""
    service = vivo.servicos.demanda_lista
    rows = service.linhas(service.ordem(Escolha(situacoes=("aguardando_vaga",))))
    return next(row.demanda_id for row in rows if not row.titulo.startswith("("))


def code_of(call: object, *args: object, **more: object) -> str:
    with pytest.raises(UserFacingError) as refusal:
        call(*args, **more)  # type: ignore[operator] # any of the acts
    return str(refusal.value.code)


def test_a_correction_carries_its_way_back(vivo: Vivo, acts: DemandaAtosService, one: str) -> None:
    before = acts.formulario(one, ATENDENTE)
    score = vivo.servicos.demanda_detalhe.abrir(one).vista.score
    done = acts.corrigir(
        before,
        "o morador ligou",
        ATENDENTE,
        texto="Buraco grande na ponte",
        categoria=("1.1", None),
    )
    vivo.ocioso()
    after = vivo.servicos.demanda_detalhe.abrir(one)
    assert done.campos == ("texto", "categoria")
    assert (after.vista.titulo, after.vista.categoria_id) == ("Buraco grande na ponte", "1.1")
    assert after.vista.score != score
    assert after.correcoes == before.vista + 1
    acts.desfazer(done, ATENDENTE)
    vivo.ocioso()
    again = acts.formulario(one, ATENDENTE)
    assert (again.texto, again.vista) == (before.texto, before.vista + 2)
    assert vivo.servicos.demanda_detalhe.abrir(one).vista.categoria_id == before.categoria[0]


def test_a_moved_pin_gets_the_unit_of_its_place(
    vivo: Vivo, acts: DemandaAtosService, one: str
) -> None:
    units = vivo.servicos.demanda_lista
    others = [two for two in units.ordem(Escolha()) if two != one]
    here = vivo.servicos.demanda_detalhe.abrir(one).vista
    target = next(
        view
        for two in others
        if (view := vivo.servicos.demanda_detalhe.abrir(two).vista).lat is not None
        and view.unidade_civica_id not in {None, here.unidade_civica_id}
        and view.confianca_geo == "alta"
    )
    form = acts.formulario(one, ATENDENTE)
    typed = f"{target.lat:.5f}; {target.lng:.5f}".replace(".", ",")
    done = acts.corrigir(form, "pino errado", ATENDENTE, coordenadas=typed)
    vivo.ocioso()
    assert done.campos == ("local",)
    moved = vivo.servicos.demanda_detalhe.abrir(one).vista
    assert moved.unidade_civica_id == target.unidade_civica_id
    acts.desfazer(done, ATENDENTE)
    vivo.ocioso()
    back = vivo.servicos.demanda_detalhe.abrir(one).vista
    assert (back.unidade_civica_id, back.lat) == (here.unidade_civica_id, here.lat)


def test_the_second_of_two_forms_is_told_and_writes_nothing(
    acts: DemandaAtosService, one: str
) -> None:
    first, second = (acts.formulario(one, ATENDENTE) for _ in range(2))
    acts.corrigir(first, "primeiro", ATENDENTE, texto="Texto do primeiro")
    code = code_of(acts.corrigir, second, "segundo", ATENDENTE, texto="Texto do segundo")
    assert code == "captura.ja_corrigida"
    assert acts.formulario(one, ATENDENTE).texto == "Texto do primeiro"


def test_an_undo_does_not_take_back_what_somebody_else_wrote(
    acts: DemandaAtosService, one: str
) -> None:
    mine = acts.corrigir(acts.formulario(one, ATENDENTE), "meu", ATENDENTE, texto="Texto meu")
    acts.corrigir(acts.formulario(one, MODERADOR), "outro", MODERADOR, texto="Texto de outro")
    assert code_of(acts.desfazer, mine, ATENDENTE) == "captura.ja_corrigida"
    assert acts.formulario(one, ATENDENTE).texto == "Texto de outro"


def test_a_category_that_moved_meanwhile_is_not_overwritten(
    acts: DemandaAtosService, one: str
) -> None:
    form = replace(acts.formulario(one, ATENDENTE), categoria=("5.5", None))
    code = code_of(acts.corrigir, form, "tarde", ATENDENTE, categoria=("1.1", None))
    assert code == "captura.categoria_mudou"


def test_what_no_role_permits_is_refused(acts: DemandaAtosService, one: str) -> None:
    form = acts.formulario(one, ATENDENTE)
    for call, args, more in (
        (acts.formulario, (one, AUDITOR), {}),
        (acts.corrigir, (form, "x", AUDITOR), {"texto": "outro texto"}),
        (acts.retirar, (one, "teste", AUDITOR), {}),
        (acts.contestar, (one, AUDITOR), {"sugerida": None, "motivo": None}),
        (acts.texto_restrito, (one, AUDITOR), {}),
    ):
        assert code_of(call, *args, **more) == "conta.sem_permissao"
    assert acts.texto_restrito(one, ATENDENTE).texto == form.texto


def test_a_withdrawn_demand_is_out_of_every_list_but_its_own(
    vivo: Vivo, acts: DemandaAtosService, one: str
) -> None:
    other = next(two for two in vivo.servicos.demanda_lista.ordem(Escolha()) if two != one)
    name = vivo.servicos.demanda_detalhe.abrir(other).nome
    acts.retirar(one, "repetida", MODERADOR, repetida_de=name)
    vivo.ocioso()
    found = vivo.servicos.demanda_detalhe.abrir(one)
    assert found.retirada == ("repetida", name)
    assert (found.vista.situacao.codigo, found.is_aberta) == ("retirada", False)
    assert code_of(acts.formulario, one, ATENDENTE) == "captura.ja_retirada"


def test_a_contest_is_seen_on_the_demand(vivo: Vivo, acts: DemandaAtosService, one: str) -> None:
    acts.contestar(one, ATENDENTE, sugerida="1.1", motivo="não é isso")
    vivo.ocioso()
    assert vivo.servicos.demanda_detalhe.abrir(one).is_contestada
