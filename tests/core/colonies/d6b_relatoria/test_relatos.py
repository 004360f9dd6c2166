"""What a report has to say, and what of it comes out."""

from __future__ import annotations

from typing import Any

import pytest

from core.kernel.errors import UserFacingError
from tests.core.colonies.d6b_relatoria.conftest import (
    CONTATO,
    Desk,
    configurado,
    decidida,
    negados,
    refused,
    sorteado,
)
from tests.support.office import demanda

PUBLICADA = "conselheiro.atualização_publicada"
REGISTRADA = "conselheiro.atualização_registrada"
RESUMO = "demanda.resumo_ciclo_atualizado"

# One whole report of each kind, and what of its fields everybody may see.
WHOLE: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "contato_realizado": (CONTATO, {"canal": "telefone", "resultado": "vistoria marcada"}),
    "protocolo_aberto": (
        {"numero": "SEI 2026/0451", "orgao": "Secretaria de Obras", "data": "27/05/2026"},
        {"numero": "SEI 2026/0451", "orgao": "Secretaria de Obras", "data": "2026-05-27"},
    ),
    "documento_anexado": (
        {"tipo_documento": "foto", "descricao": "antes e depois", "referencia": "IMG_1.jpg"},
        {"tipo_documento": "foto", "descricao": "antes e depois"},
    ),
    "entrave_registrado": (
        {"descricao": "falta verba", "orgao": "SABESP"},
        {"descricao": "falta verba", "orgao": "SABESP"},
    ),
    "status_atualizado": ({"status": "Em andamento"}, {"status": "em_andamento"}),
    "prazo_registrado": (
        {"data": "2026-06-30", "fonte": "cronograma da obra"},
        {"data": "2026-06-30", "fonte": "cronograma da obra"},
    ),
}


def refusal(
    desk: Desk, tipo: str, campos: dict[str, str], texto: str = "Feito."
) -> UserFacingError:
    with pytest.raises(UserFacingError) as refused:
        desk.relatar(1, tipo, texto, campos)
    assert desk.said(REGISTRADA) == []
    return refused.value


@pytest.mark.parametrize("tipo", WHOLE)
def test_each_kind_comes_out_with_its_public_fields(desk: Desk, tipo: str) -> None:
    desk.publicar(sorteado(1))
    given, public = WHOLE[tipo]
    desk.relatar(1, tipo, "O serviço segue.", given)
    told = desk.said(PUBLICADA)[0]
    assert told.versao_schema == "1.0.0"
    assert told.payload["campos_estruturados"] == public
    assert told.payload["descricao_sanitizada"] == "O serviço segue."
    assert told.payload["origem_estruturacao"] == "manual"
    assert "conteudo_suspeito" not in told.payload
    (read,) = desk.atualizacoes(1)
    assert (read.campos, read.descricao_sanitizada) == (public, "O serviço segue.")
    assert read.bruto is None
    assert desk.told("demanda.concluída") == []
    desk.check()


@pytest.mark.parametrize("tipo", WHOLE)
def test_a_field_that_a_kind_needs_is_asked_for(desk: Desk, tipo: str) -> None:
    desk.publicar(sorteado(1))
    given, _public = WHOLE[tipo]
    for name in given:
        if (tipo, name) == ("entrave_registrado", "orgao"):
            continue
        rest = {**given, name: "  "}
        refused = refusal(desk, tipo, rest)
        assert refused.code == "relatoria.campo_faltando"
        assert refused.params == {"campo": name, "tipo": tipo}


def test_a_hindrance_may_be_nobodys(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1, "entrave_registrado", "Choveu.", {"descricao": "chuva"})
    assert desk.told(PUBLICADA)[0]["campos_estruturados"] == {"descricao": "chuva"}


@pytest.mark.parametrize(
    ("tipo", "campos", "code"),
    [
        ("elogio", {}, "relatoria.tipo_desconhecido"),
        ("status_atualizado", {"status": "feito"}, "relatoria.campo_opcao"),
        (
            "status_atualizado",
            {"status": "pendente", "cor": "azul"},
            "relatoria.campo_desconhecido",
        ),
        ("contato_realizado", {**CONTATO, "canal": "fax"}, "relatoria.campo_opcao"),
        ("contato_realizado", {**CONTATO, "resultado": "x" * 301}, "relatoria.campo_longo"),
        ("prazo_registrado", {"data": "31/02/2027", "fonte": "x"}, "relatoria.dia_invalido"),
        ("prazo_registrado", {"data": "logo", "fonte": "x"}, "relatoria.dia_invalido"),
        ("prazo_registrado", {"data": "27/05/2026", "fonte": "x"}, "relatoria.dia_no_passado"),
        (
            "protocolo_aberto",
            {"numero": "1", "orgao": "x", "data": "29/05/2026"},
            "relatoria.dia_no_futuro",
        ),
    ],
)
def test_what_a_kind_cannot_say_is_refused(
    desk: Desk, tipo: str, campos: dict[str, str], code: str
) -> None:
    desk.publicar(sorteado(1))
    assert refusal(desk, tipo, campos).code == code


@pytest.mark.parametrize(
    ("texto", "code"),
    [("", "relatoria.texto_vazio"), (" <b> </b> 1", "relatoria.texto_vazio"),
     ("x" * 10_001, "relatoria.texto_longo")],
)  # fmt: skip
def test_a_report_has_words(desk: Desk, texto: str, code: str) -> None:
    desk.publicar(sorteado(1))
    assert refusal(desk, "status_atualizado", {"status": "pendente"}, texto).code == code


def test_today_is_a_day_of_the_offices_zone(desk: Desk) -> None:
    """The clock stands at 20:26 UTC of 28 May: in Kiribati it is the 29th already."""
    desk.publicar(sorteado(1), configurado("Pacific/Kiritimati"))
    today = {"numero": "1", "orgao": "x", "data": "29/05/2026"}
    desk.relatar(1, "protocolo_aberto", "Aberto.", today)
    with refused("relatoria.dia_no_passado"):
        desk.relatar(1, "prazo_registrado", "Prazo.", {"data": "28/05/2026", "fonte": "x"})


def test_words_keep_what_was_written_and_lose_what_cannot_be_stored(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1, "status_atualizado", "A\x00guardo <b>resposta</b>", {"status": "aguardando"})
    assert desk.told(REGISTRADA)[0]["texto"] == "Aguardo <b>resposta</b>"
    assert desk.told(PUBLICADA)[0]["descricao_sanitizada"] == "Aguardo resposta"


# -- persons -------------------------------------------------------------------------------------


def test_persons_stay_inside(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    texto = "Falei com Maria Souza, e o engenheiro Paulo Sá virá. A Souza confirma."
    desk.relatar(1, texto=texto, campos={**CONTATO, "resultado": "Souza confirma a vistoria"})
    event = desk.said(PUBLICADA)[0]
    public = event.publico()
    assert public["descricao_sanitizada"] == (
        "Falei com [nome omitido], e o engenheiro [nome omitido] virá. A [nome omitido] confirma."
    )
    assert public["campos_estruturados"]["resultado"] == "[nome omitido] confirma a vistoria"
    assert "Souza" not in repr(public)
    assert "Maria Souza" in event.payload["texto_estruturado"]
    assert "texto_estruturado" in event.restritos
    registered = desk.said(REGISTRADA)[0]
    assert {"texto", "campos_estruturados"} <= set(registered.restritos)
    (read,) = desk.atualizacoes(1, publico=False)
    assert read.bruto is not None
    assert (read.bruto.texto, read.bruto.campos) == (
        texto, {**CONTATO, "resultado": "Souza confirma a vistoria"},
    )  # fmt: skip
    assert "Souza" not in desk.told(RESUMO)[0]["resumo"]
    desk.check()


# -- suspicion -----------------------------------------------------------------------------------


def suspect(desk: Desk) -> dict[str, Any]:
    """A suspect report; its published payload."""
    desk.publicar(negados("canalha"), sorteado(1))
    campos = {"data": "30/06/2026", "fonte": "o canalha do fiscal"}
    desk.relatar(1, "prazo_registrado", "O canalha disse que fica pronto.", campos)
    return desk.told(PUBLICADA)[0]


def test_a_suspect_report_is_sealed_and_its_deadline_is_known(desk: Desk) -> None:
    told = suspect(desk)
    event = desk.said(PUBLICADA)[0]
    assert event.versao_schema == "1.2.0"
    assert (told["conteudo_suspeito"], told["termos_suspeitos"]) == (True, ["canalha"])
    assert {"descricao_sanitizada", "termos_suspeitos", "texto_estruturado"} <= set(event.restritos)
    assert event.publico()["campos_estruturados"] == {"data": "2026-06-30"}
    assert "canalha" not in repr(event.publico())
    assert desk.relatoria(1).ciclos[0].prazo_estimado == "2026-06-30"
    assert desk.told(RESUMO)[0]["resumo"] == (
        "1 atualização publicada: 1 prazo estimado. Prazo estimado: 30/06/2026."
    )
    (read,) = desk.atualizacoes(1, publico=False)
    assert (read.descricao_sanitizada, read.conteudo_suspeito) == (None, True)
    assert read.bruto is not None
    assert read.bruto.termos_suspeitos == ("canalha",)
    desk.check()


@pytest.mark.parametrize(
    ("texto", "termo"),
    [
        ("O CPF dela é 529.982.247-25", "padrao:cpf"),
        ("Ligar para (11) 98765-4321", "padrao:telefone"),
        ("Escreva a fulana@exemplo.org", "padrao:email"),
    ],
)
def test_personal_data_are_named_and_never_quoted(desk: Desk, texto: str, termo: str) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1, texto=texto)
    event = desk.said(PUBLICADA)[0]
    assert event.payload["termos_suspeitos"] == [termo]
    assert event.publico().keys().isdisjoint({"descricao_sanitizada", "termos_suspeitos"})


def test_a_suspect_field_is_enough(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1, campos={**CONTATO, "resultado": "pediu o CPF 529.982.247-25"})
    assert desk.told(PUBLICADA)[0]["conteudo_suspeito"] is True


def test_an_approval_releases_the_words_and_a_block_takes_them_back(desk: Desk) -> None:
    told = suspect(desk)
    desk.publicar(
        decidida(1, told["atualizacao_id"], "aprovado", "O fiscal disse que fica pronto.")
    )
    (read,) = desk.atualizacoes(1)
    assert (read.descricao_sanitizada, read.moderacao) == (
        "O fiscal disse que fica pronto.", "aprovado",
    )  # fmt: skip
    released = desk.told(RESUMO)[-1]
    assert "(1) “O fiscal disse que fica pronto”" in released["resumo"]
    assert released["fontes"] == [told["atualizacao_id"]]
    desk.publicar(decidida(1, told["atualizacao_id"], "bloqueado"))
    (read,) = desk.atualizacoes(1)
    assert (read.descricao_sanitizada, read.moderacao) == (None, "bloqueado")
    assert "fiscal" not in desk.told(RESUMO)[-1]["resumo"]
    desk.check()


def test_a_decision_on_something_else_changes_nothing(desk: Desk) -> None:
    told = suspect(desk)
    before = len(desk.said(RESUMO))
    desk.publicar(
        decidida(2, told["atualizacao_id"], "aprovado", "x"),
        decidida(1, demanda(600), "aprovado", "x"),
    )
    (read,) = desk.atualizacoes(1)
    assert (read.descricao_sanitizada, read.moderacao) == (None, None)
    assert len(desk.said(RESUMO)) == before
    desk.check()


def test_the_last_list_of_terms_holds(desk: Desk) -> None:
    desk.publicar(negados("canalha"), negados(versao=2), sorteado(1))
    desk.relatar(1, texto="O canalha veio.")
    assert desk.said(PUBLICADA)[0].versao_schema == "1.0.0"
    desk.engine.reconstruir().result()
    desk.publicar(negados("canalha", versao=3))
    desk.relatar(1, texto="O canalha veio.")
    assert desk.said(PUBLICADA)[1].versao_schema == "1.2.0"
    desk.check()


# -- where the structure comes from --------------------------------------------------------------


@pytest.mark.parametrize(
    ("sugestao", "origem"),
    [
        (None, "manual"),
        ({"tipo": "status_atualizado", "campos": {"status": "pendente"}}, "sugestao_confirmada"),
        ({"tipo": "status_atualizado", "campos": {"status": "aguardando"}}, "sugestao_editada"),
        ({"tipo": "contato_realizado", "campos": {"status": "pendente"}}, "sugestao_editada"),
    ],
)
def test_what_was_suggested_is_kept_beside_what_was_confirmed(
    desk: Desk, sugestao: dict[str, Any] | None, origem: str
) -> None:
    desk.publicar(sorteado(1))
    campos = {"status": "pendente"}
    desk.relatar(1, "status_atualizado", "Nada ainda.", campos, sugestao=sugestao)
    assert desk.told(REGISTRADA)[0].get("sugestao_original") == sugestao
    assert desk.told(PUBLICADA)[0]["origem_estruturacao"] == origem


def test_a_transcription_says_so(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1, is_transcricao=True)
    event = desk.said(PUBLICADA)[0]
    assert (event.versao_schema, event.payload["transcricao_automatica"]) == ("1.1.0", True)
    assert event.payload["origem_estruturacao"] == "manual"
    desk.relatar(1, texto="Meu e-mail é a@b.org", is_transcricao=True)
    event = desk.said(PUBLICADA)[1]
    assert (event.versao_schema, event.payload["transcricao_automatica"]) == ("1.2.0", True)
    assert [one.transcricao_automatica for one in desk.atualizacoes(1)] == [True, True]
