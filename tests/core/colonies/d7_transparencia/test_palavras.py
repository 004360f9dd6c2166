"""Words: what is restricted never shows, what is released does, what is removed is gone."""

from __future__ import annotations

import json
from typing import Any

from core.kernel.event import NewEvent
from core.kernel.subject_rights import SubjectRights
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import ANEXO, ATUALIZACAO, Vitrine
from tests.support.office import conselheiro, demanda

SEALED = ("titulo", "descricao_limpa", "entidades_extraidas")
REPORT_SEALED = ("descricao_sanitizada",)


def suspeita(n: int, titulo: str = "Buraco do Zé") -> Any:
    """A clean form whose words are sealed restricted."""
    return e.normalizada(n, titulo, restrito=SEALED, conteudo_suspeito=True)


def words(vitrine: Vitrine, n: int) -> tuple[Any, ...]:
    """(title, description, hidden, removed) of a demand."""
    row = vitrine.snapshot(n)
    return (row["titulo"], row["descricao"], row["oculta"], row["conteudo_removido"])


def quoted(vitrine: Vitrine, n: int) -> list[tuple[int, Any]]:
    """(hidden, words) of a demand's timeline where there are any, or they were."""
    rows = vitrine.office.rows(
        "SELECT oculto, texto FROM d7_timeline WHERE assunto = '"
        + demanda(n)
        + "' AND (texto IS NOT NULL OR oculto > 0) ORDER BY altura"
    )
    return [(row[0], None if row[1] is None else json.loads(row[1])) for row in rows]


def test_suspected_words_show_when_they_are_released(vitrine: Vitrine) -> None:
    vitrine.publicar(e.recebida(1), suspeita(1))
    assert words(vitrine, 1) == (None, None, 1, 0)
    assert b"Buraco do Z" not in vitrine.office.dump()
    released = {"titulo": "Buraco", "descricao_limpa": "Um buraco"}
    vitrine.publicar(
        e.decidida("texto", demanda(1), "aprovado", demanda_id=demanda(1), texto_liberado=released)
    )
    assert words(vitrine, 1) == ("Buraco", "Um buraco", 0, 0)
    vitrine.check()


def test_without_consent_there_are_no_words_and_nothing_is_hidden(vitrine_sqlite: Vitrine) -> None:
    vitrine_sqlite.publicar(e.recebida(1), e.normalizada(1, restrito=SEALED))
    assert words(vitrine_sqlite, 1) == (None, None, 0, 0)


def test_a_block_hides_and_may_be_taken_back(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(e.recebida(1), e.normalizada(1), e.decidida("texto", demanda(1), "bloqueado"))
    assert words(vitrine, 1)[2] == 1
    assert vitrine.snapshot(1)["titulo_busca"] is None
    assert quoted(vitrine, 1) == [(1, {"titulo": "Buraco na rua"})]
    vitrine.publicar(e.decidida("texto", demanda(1), "aprovado", reaberto=True))
    assert words(vitrine, 1)[::2] == ("Buraco na rua", 0)
    assert quoted(vitrine, 1) == [(0, {"titulo": "Buraco na rua"})]
    vitrine.check()


def test_a_removal_is_for_good(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), e.sorteado(1), e.atualizacao(1))
    vitrine.publicar(e.decidida("texto", demanda(1), "removido"))
    assert words(vitrine, 1) == (None, None, 0, 1)
    assert vitrine.snapshot(1)["texto_ultima_atualizacao"] is None
    vitrine.publicar(e.decidida("texto", demanda(1), "aprovado"), e.normalizada(1))
    assert words(vitrine, 1) == (None, None, 0, 1)
    assert b"Falei" not in vitrine.office.dump()
    vitrine.check()


def test_a_moderators_word_is_about_the_text_it_was_said_of(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(e.recebida(1), e.normalizada(1), e.decidida("texto", demanda(1), "bloqueado"))
    # The place is corrected: the same text is published again and stays blocked.
    vitrine.publicar(e.corrigida(1, "local"), e.normalizada(1))
    assert words(vitrine, 1)[2] == 1
    vitrine.publicar(e.corrigida(1, "texto"), e.normalizada(1, "Cratera"))
    assert words(vitrine, 1)[::2] == ("Cratera", 0)
    # An approval of the new text brings nothing back of the one before.
    vitrine.publicar(e.decidida("texto", demanda(1), "aprovado"))
    assert (2, None) in quoted(vitrine, 1)
    vitrine.check()


def test_an_approval_outlives_a_correction_of_the_place(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(e.recebida(1), suspeita(1))
    released = {"titulo": "Buraco", "descricao_limpa": "Um buraco"}
    vitrine.publicar(e.decidida("texto", demanda(1), "aprovado", texto_liberado=released))
    vitrine.publicar(e.corrigida(1, "local"), suspeita(1))
    assert words(vitrine, 1) == ("Buraco", "Um buraco", 0, 0)
    vitrine.publicar(e.corrigida(1, "texto"), suspeita(1, "Outra coisa"))
    assert words(vitrine, 1) == (None, None, 1, 0)
    vitrine.check()


def test_a_report_waits_for_its_approval(vitrine: Vitrine) -> None:
    vitrine.publicar(*e.pronta(1), e.sorteado(1), e.iniciada(1))
    vitrine.publicar(e.atualizacao(1, texto="Um desgraçado", restrito=REPORT_SEALED))
    assert vitrine.snapshot(1)["texto_ultima_atualizacao"] is None
    assert "desgra" not in vitrine.office.dump().decode()
    report = ATUALIZACAO.format(1)
    released = {"descricao_sanitizada": "Um funcionário " + "x" * 300}
    vitrine.publicar(e.decidida("relato", report, "aprovado", texto_liberado=released))
    last = vitrine.snapshot(1)["texto_ultima_atualizacao"]
    assert last == "Um funcionário " + "x" * 184 + "…"
    vitrine.check()
    vitrine.publicar(e.decidida("relato", report, "bloqueado", reaberto=True))
    assert vitrine.snapshot(1)["texto_ultima_atualizacao"] is None
    assert [hidden for hidden, _words in quoted(vitrine, 1)][-1] == 1
    vitrine.check()


def test_descriptions_of_pictures_are_cut(vitrine_sqlite: Vitrine) -> None:
    media = [{"indice": 0, "descricao": "á" * 2_500}]
    vitrine_sqlite.publicar(e.recebida(1), e.normalizada(1, midias_descritas=media))
    found = json.loads(vitrine_sqlite.snapshot(1)["descricoes_midia"])
    assert len(found[0]["descricao"]) == 2_000


def anexo(n: int, k: int = 1, status: str = "aprovado") -> Any:
    """A file of a demand."""
    return e.evento(
        "anexo.processado",
        demanda_id=demanda(n),
        anexo_id=ANEXO.format(k),
        url_acesso=f"foto-{k}.jpg",
        tipo_mime="image/jpeg",
        tamanho_bytes=10,
        hash_sha256="ab" * 32,
        possui_dado_sensivel=False,
        moderacao_status=status,
    )


def files(vitrine: Vitrine) -> list[tuple[Any, ...]]:
    """All evidence."""
    return vitrine.office.rows(
        "SELECT demanda_id, object_key, moderacao_status FROM d7_demanda_evidencias"
    )


def test_files_are_judged_and_removed(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    judged = e.evento(
        "anexo.moderado", anexo_id=ANEXO.format(1), status="ativo", moderacao_status="aprovado"
    )
    vitrine.publicar(e.recebida(1), anexo(1, status="pendente"), judged)
    assert files(vitrine) == [(demanda(1), "foto-1.jpg", "aprovado")]
    gone = e.evento(
        "anexo.removido", anexo_id=ANEXO.format(1), demanda_id=demanda(1), hash_sha256="ab" * 32
    )
    vitrine.publicar(gone, judged)
    assert files(vitrine) == [(demanda(1), None, "removido")]
    vitrine.check()


def test_a_removed_file_may_take_the_text_along(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(e.recebida(1), e.normalizada(1), anexo(1))
    decision = e.decidida(
        "anexo", ANEXO.format(1), "removido", demanda_id=demanda(1), remover_texto_demanda=True
    )
    vitrine.publicar(decision)
    assert words(vitrine, 1) == (None, None, 0, 1)


def test_an_erased_person_leaves_no_words(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    person = conselheiro(901)
    words = {**e.normalizada(1, "Buraco do Zé").payload, "cidadao_id": person}
    said = NewEvent("demanda.normalizada", words, demanda(1), titulares={"cidadao": person})
    vitrine.publicar(e.recebida(1), said, e.georreferenciada(1), e.recebida(2), e.normalizada(2))
    assert vitrine.snapshot(1)["titulo"] == "Buraco do Zé"
    actor = {"conta_id": conselheiro(90), "papel": "operador"}
    rights = SubjectRights(vitrine.engine)
    rights.eliminar(person, "LGPD art. 18, VI", "a pedido", actor, conselheiro(91))
    vitrine.engine.aguardar_ocioso()
    row = vitrine.snapshot(1)
    assert (row["titulo"], row["descricao"], row["titulo_busca"]) == (None, None, None)
    assert row["situacao"] == "aguardando_categoria"
    assert quoted(vitrine, 1) == []
    assert vitrine.snapshot(2)["titulo"] == "Buraco na rua"
    vitrine.check()
