"""Registration at the counter: two records, one click, nothing without the checks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.services.cadastro_conselheiro import PedidoDeCadastro
from app.services.escrita import Ator
from app.services.permissoes import Ato
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.errors import UserFacingError
from tests.support.vivo import Vivo

AUDITOR = {"conta_id": "44444444-0000-4000-8000-000000000077", "papel": "auditor"}


def clerk(vivo: Vivo) -> Ator:
    return vivo.servicos.sessao.ator(Ato.CADASTRAR_CONSELHEIRO)


def wanted(vivo: Vivo) -> PedidoDeCadastro:
    service = vivo.servicos.cadastro_conselheiro
    unit = service.procurar_unidades("centro")[0][0]
    return PedidoDeCadastro(
        cidadao_id=None,
        novo_id=service.novo_id(),
        nome="Zulmira Inventada",
        consente=True,
        documento_visto=True,
        capacitacao=True,
        unidade_id=unit,
        nome_publico=None,
    )


def test_a_new_person_is_registered_once_whatever_is_refused_first(vivo: Vivo) -> None:
    service, actor = vivo.servicos.cadastro_conselheiro, clerk(vivo)
    asked = wanted(vivo)
    for change, code in (
        ({"capacitacao": False}, "conselheiros.sem_capacitacao"),
        ({"documento_visto": False}, "conselheiros.sem_documento"),
        ({"consente": False}, "conselheiros.sem_consentimento"),
        ({"unidade_id": None}, "conselheiros.sem_unidade"),
        ({"nome": " "}, "cidadaos.nome_vazio"),
        ({"nome_publico": "x" * 301}, "conselheiros.nome_longo"),
    ):
        with pytest.raises(UserFacingError) as refusal:
            service.cadastrar(replace(asked, **change), actor)
        assert refusal.value.code == code
    answer = service.cadastrar(asked, actor)
    assert answer["unidade_civica_id"] == asked.unidade_id
    found = service.procurar_pessoas("zulmira inv")
    assert [one.verificado_presencialmente for one in found] == [True]
    with pytest.raises(UserFacingError, match=r"conselheiros\.ja_cadastrado"):
        service.cadastrar(asked, actor)


def test_a_known_person_is_seen_now(vivo: Vivo) -> None:
    service, actor = vivo.servicos.cadastro_conselheiro, clerk(vivo)
    person = vivo.servicos.cidadaos.registrar(
        Cadastro(nome="Quitéria Inventada", telefone="83 99999-0000"), actor
    )
    asked = replace(wanted(vivo), cidadao_id=person, documento_visto=False)
    with pytest.raises(UserFacingError, match=r"conselheiros\.sem_documento"):
        service.cadastrar(asked, actor)
    service.cadastrar(replace(asked, documento_visto=True), actor)
    (found,) = service.procurar_pessoas("quiteria")
    assert found.verificado_presencialmente
    assert service.procurar_pessoas("qu") == ()


def test_the_role_is_asked_first(vivo: Vivo) -> None:
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        vivo.servicos.cadastro_conselheiro.cadastrar(wanted(vivo), AUDITOR)
