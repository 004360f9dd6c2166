"""Erasing a person over a living office: no reader breaks, and none still names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.titulares import servico_titulares
from app.services.atendimento_ficha import CONHECIDO, Ficha
from app.services.titulares import BASES_LEGAIS, MAX_BASE
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.errors import UserFacingError
from tests.app.services.test_moderacao import readings, showing
from tests.support.moderados import (
    ANA,
    BALCAO,
    BIA,
    OPERADORA,
    TERMO,
    item_de,
    registrar,
    suspeitas,
)
from tests.support.vivo import Vivo

LAW = BASES_LEGAIS[0]
NAME = "Deolinda Inventadíssima"
AGREED = {"tratamento": True, "publicacao_texto": True, "contato": True}


def files_with(vivo: Vivo, *marks: str) -> list[str]:
    return [
        str(path)
        for path in vivo.lugar.dados.rglob("*")
        if path.is_file() and any(mark.encode() in path.read_bytes() for mark in marks)
    ]


def test_a_resident_goes_with_every_record_that_went_up_in_hers(vivo: Vivo, tmp_path: Path) -> None:
    people = vivo.servicos.cidadaos
    kept, other = (
        people.registrar(Cadastro(nome=nome, consentimentos=AGREED, termos_versao="1.0"), BALCAO)
        for nome in (NAME, f"{NAME} Segunda")
    )
    people.unir(other, kept, BALCAO)
    people.abrir(kept, BALCAO)
    said = registrar(vivo, f"Buraco {TERMO} na porta de casa", n=1, cidadao_id=kept)
    assert showing(vivo, said, tmp_path)
    assert files_with(vivo, NAME, kept, other)
    service = servico_titulares(vivo.app)
    found = service.morador(other, OPERADORA)
    assert (found.ids, found.nome) == ((kept, other), NAME)
    done = service.eliminar(found, LAW, "a pedido", BIA["conta_id"], OPERADORA)
    vivo.ocioso()
    assert done.partes > 2
    assert people.procurar(NAME) == []
    assert said.texto not in repr(readings(vivo, said, tmp_path))
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, NAME, kept, other, said.texto) == []
    with pytest.raises(UserFacingError, match=r"direitos\.nada_encontrado"):
        servico_titulares(vivo.app).eliminar(found, LAW, "de novo", BIA["conta_id"], OPERADORA)


def test_drafts_about_a_resident_go_and_those_about_others_stay(vivo: Vivo) -> None:
    people, attending = vivo.servicos.cidadaos, vivo.servicos.atendimento
    known = Cadastro(nome=NAME, consentimentos=AGREED, termos_versao="1.0")
    who = people.registrar(known, BALCAO)
    about = attending.salvar(
        attending.abrir(BALCAO),
        Ficha(texto="zabumba na porta", quem=CONHECIDO, cidadao_id=who, cidadao_nome=NAME),
    )
    other = attending.salvar(attending.abrir(BALCAO), Ficha(texto="bueiro aberto"))
    assert {one.rascunho.rascunho_id for one in attending.rascunhos()} == {
        about.rascunho_id,
        other.rascunho_id,
    }
    service = servico_titulares(vivo.app)
    done = service.eliminar(
        service.morador(who, OPERADORA), LAW, "a pedido", BIA["conta_id"], OPERADORA
    )
    assert done.rascunhos == 1
    assert [one.rascunho.rascunho_id for one in attending.rascunhos()] == [other.rascunho_id]
    # The window that had it open writes nothing back.
    with pytest.raises(UserFacingError, match=r"captura\.rascunho_encerrado"):
        attending.salvar(about, Ficha(texto="zabumba na porta", cidadao_id=who))
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, NAME, who, "zabumba na porta") == []


def test_an_erased_account_is_named_by_no_draft_and_no_telephone(vivo: Vivo) -> None:
    who = ANA["conta_id"]
    (one,) = suspeitas(vivo, 1)
    vivo.servicos.moderacao.decidir(
        item_de(vivo.servicos.moderacao, one).item.item_id, "bloqueado", ANA
    )
    attending = vivo.servicos.atendimento
    draft = attending.salvar(attending.abrir(ANA), Ficha(texto="bueiro aberto"))
    attending.telefones.gravar("", "Ouvidoria", "156", "", {**OPERADORA, "conta_id": who})
    service = servico_titulares(vivo.app)
    found = service.morador(who, OPERADORA)
    done = service.eliminar(found, LAW, "a pedido", BIA["conta_id"], OPERADORA)
    assert done.rascunhos == 0
    (kept,) = attending.rascunhos()
    assert (kept.rascunho.rascunho_id, kept.rascunho.conta_id) == (draft.rascunho_id, None)
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, who) == []


def test_a_moderator_leaves_decisions_without_a_name(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    moderation = vivo.servicos.moderacao
    item = item_de(moderation, one).item
    moderation.decidir(item.item_id, "bloqueado", ANA, motivo="ofensa")
    moderation.anotar(item, ANA, "Ana Inventada", "parece gíria")
    service = servico_titulares(vivo.app)
    found = service.morador(ANA["conta_id"], OPERADORA)
    service.eliminar(found, LAW, "a pedido", BIA["conta_id"], OPERADORA)
    vivo.ocioso()
    (made,) = item_de(moderation, one).historico
    assert (made.moderador, made.decisao.decisao) == (None, "bloqueado")
    assert item_de(moderation, one).notas == ()
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, ANA["conta_id"], "Ana Inventada") == []


def test_what_is_missing_is_said_and_nothing_is_erased(vivo: Vivo) -> None:
    service = servico_titulares(vivo.app)
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        service.morador(ANA["conta_id"], BALCAO)
    with pytest.raises(UserFacingError, match=r"titulares\.id_invalido"):
        service.morador("Deolinda", OPERADORA)
    nobody = service.morador("33333333-0000-4000-8000-00000000beef", OPERADORA)
    assert nobody.nome is None
    for law, reason, second, code in (
        ("", "x", BIA["conta_id"], "titulares.base_legal"),
        ("x" * (MAX_BASE + 1), "x", BIA["conta_id"], "titulares.base_legal"),
        (LAW, "  ", BIA["conta_id"], "titulares.motivo"),
        (LAW, "x", OPERADORA["conta_id"], "direitos.segunda_conta"),
        (LAW, "x", BIA["conta_id"], "direitos.nada_encontrado"),
    ):
        with pytest.raises(UserFacingError) as refused:
            service.eliminar(nobody, law, reason, second, OPERADORA)
        assert refused.value.code == code
