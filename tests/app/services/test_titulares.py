"""Erasing a person over a living office: no reader breaks, and none still names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.ambito import whole_scope
from app.bootstrap.captura import escrita_de
from app.bootstrap.titulares import servico_titulares
from app.services.atendimento_ficha import CONHECIDO, Ficha
from app.services.titulares import BASES_LEGAIS, MAX_BASE
from core.base.midia.limpeza import MidiaGuardada
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d6a_sorteio.queries import read_cidadao
from core.colonies.d6b_relatoria import rascunhos
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.statement import Cursor, Dialect
from core.kernel.verification.verifier import verify_database
from tests.app.services.test_moderacao import readings, showing
from tests.support import midias
from tests.support.conselheiros import designacao
from tests.support.moderados import (
    ANA,
    BALCAO,
    BIA,
    OPERADORA,
    TERMO,
    guardar,
    item_de,
    registrar,
    suspeitas,
)
from tests.support.vivo import Vivo

LAW = BASES_LEGAIS[0]
VAGO = "44444444-0000-4000-8000-0000000000ff"
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


def stored(vivo: Vivo, one: MidiaGuardada) -> bool:
    return AttachmentStore(vivo.lugar.dados / FOLDER).get(one.sha256) is not None


def test_files_that_only_the_office_saw_go_with_the_resident_and_public_ones_stay(
    vivo: Vivo,
) -> None:
    who = vivo.servicos.cidadaos.registrar(
        Cadastro(nome=NAME, consentimentos=AGREED, termos_versao="1.0"), BALCAO
    )
    public, private, shared = (guardar(vivo, midias.jpeg(n, n)) for n in (40, 50, 60))
    hers = registrar(
        vivo, "Buraco fundo na porta", n=1, cidadao_id=who, midias=(public, private, shared)
    )
    other = registrar(vivo, "Poste apagado na ladeira", n=2, midias=(shared,))
    moderation = vivo.servicos.moderacao
    page = moderation.pagina(
        moderation.filtro(status="pendente", tipo="anexo", demanda_id=hers.demanda_id)
    )
    (first,) = [one.item for one in page.itens if one.item.url_acesso == f"anexo:{public.sha256}"]
    moderation.decidir(first.item_id, "aprovado", ANA)
    vivo.ocioso()
    service = servico_titulares(vivo.app)
    service.eliminar(service.morador(who, OPERADORA), LAW, "a pedido", BIA["conta_id"], OPERADORA)
    vivo.ocioso()
    assert [stored(vivo, one) for one in (public, private, shared)] == [True, False, True]
    shown = [one for one in vivo.servicos.midias.galeria(hers.demanda_id, None) if one.is_publica]
    assert [one.sha256 for one in shown] == [public.sha256]
    assert vivo.servicos.midias.galeria(other.demanda_id, BALCAO)[0].sha256 == shared.sha256
    assert verify_database(vivo.app.database, whole_scope(vivo.lugar)).achados == []
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, private.sha256, private.hash_origem) == []


def test_a_disk_that_keeps_a_file_does_not_deny_the_erasure(
    vivo: Vivo, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = vivo.servicos.cidadaos.registrar(
        Cadastro(nome=NAME, consentimentos=AGREED, termos_versao="1.0"), BALCAO
    )
    private = guardar(vivo, midias.jpeg(50, 50))
    registrar(vivo, "Buraco fundo na porta", n=1, cidadao_id=who, midias=(private,))

    def refuse(_store: AttachmentStore, sha256: str) -> bool:
        raise EnvironmentFault("anexo.nao_apagado", anexo=sha256[:12])

    service = servico_titulares(vivo.app)
    person = service.morador(who, OPERADORA)
    with monkeypatch.context() as patched:
        patched.setattr(AttachmentStore, "remove", refuse)
        done = service.eliminar(person, LAW, "a pedido", BIA["conta_id"], OPERADORA)
    assert done.partes > 0
    assert not done.is_limpo
    assert stored(vivo, private)


def test_an_account_that_no_label_names_goes_from_what_it_did(vivo: Vivo) -> None:
    """Whoever only registered demands stands in the actor's part of those events and nowhere else."""
    registrar(vivo, "Buraco fundo na porta", n=1)
    assert files_with(vivo, BALCAO["conta_id"])
    service = servico_titulares(vivo.app)
    found = service.morador(BALCAO["conta_id"], OPERADORA)
    service.eliminar(found, LAW, "a pedido", BIA["conta_id"], OPERADORA)
    vivo.reabrir()
    vivo.ocioso()
    assert files_with(vivo, BALCAO["conta_id"]) == []


def test_a_councillors_unfinished_report_goes_with_its_photo_and_the_councillor_stays(
    vivo: Vivo,
) -> None:
    row = designacao(vivo, begun=True)
    who = row.designacao.conselheiro_id
    photo = guardar(vivo, midias.jpeg(70, 70))
    with vivo.app.leitor.ler() as leitura:
        citizen = read_cidadao(*leitura, who)
    assert citizen is not None

    def draft(cursor: Cursor, dialect: Dialect) -> None:
        made = rascunhos.open_draft(
            cursor, dialect, demanda_id=row.demanda_id, conselheiro_id=who,
            rascunho_id=VAGO, conta_id=VAGO, now="2026-05-28T20:26:40.000Z",
        )  # fmt: skip
        form = {"texto": "zabumba na obra", "midias": [{"sha256": photo.sha256}]}
        rascunhos.save_draft(
            cursor, dialect, made.rascunho_id, made.versao, form, VAGO, made.alterado_em
        )

    escrita_de(vivo.app, escreve=True).local(draft)
    service = servico_titulares(vivo.app)
    done = service.eliminar(
        service.morador(citizen, OPERADORA), LAW, "a pedido", BIA["conta_id"], OPERADORA
    )
    assert done.rascunhos == 1
    assert not stored(vivo, photo)
    with vivo.app.leitor.ler() as leitura:
        assert rascunhos.read_draft(*leitura, row.demanda_id, who) is None
    # The id is the councillor's, not the citizen's: draws and traces go on naming it.
    assert vivo.servicos.relatoria.abrir(row.demanda_id).ativo is not None
    assert verify_database(vivo.app.database, whole_scope(vivo.lugar)).achados == []
