"""Templates: which sentence is chosen, and what stands in its braces."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.frases import FIELD, Frases, Nomes, filled
from app.services.mensagens import placeholders
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.support.categorias import shipped_files
from tests.support.office import conselheiro, unidade

BY_CLERK = "(Registrada por um atendente em nome do conselheiro.)"
AGAIN = "Qualquer pessoa pode refazer o sorteio."
SHIPPED = Frases(Recursos().timeline_toml())


def said(tipo: str, /, **payload: Any) -> str:
    names = Nomes(
        shipped_files().taxonomy, {unidade(1): "Vila Nova"}, {conselheiro(1): "Maria das Dores"}
    )
    return filled(SHIPPED, tipo, payload, names)


def test_an_unknown_type_is_named_and_bad_templates_are_refused() -> None:
    assert Frases("").of("x.y").chosen({}) == "Registro novo (x.y)."
    for text in ('["a.b"]\nfraze = "x"', '["a.b"]\nfrase = "{x!r}"', '["a.b"]\npor = "x"'):
        with pytest.raises(ValueError):  # noqa: PT011 # each has words of its own
            Frases(text)


@pytest.mark.parametrize(
    ("tipo", "payload", "sentence"),
    [
        (
            "demanda.recebida",
            {"canal": "balcao", "protocolo": "ABCD-000001-11"},
            "Demanda registrada no balcão, com o protocolo ABCD-000001-11.",
        ),
        ("demanda.recebida", {"canal": "balcao"}, "Demanda registrada."),
        (
            "demanda.recebida",
            {"canal": "radio", "protocolo": "ABCD-000001-11"},
            "Demanda registrada, com o protocolo ABCD-000001-11.",
        ),
        (
            "conselheiro.sorteado",
            {
                "conselheiro_id": conselheiro(1),
                "unidade_civica_id": unidade(1),
                "total_elegiveis": 1,
            },
            "Sorteio com um nome só, porque ninguém mais podia entrar nele: Maria das Dores. "
            + AGAIN,
        ),
        (
            "conselheiro.atribuicao_recusada",
            {"conselheiro_id": conselheiro(2), "motivo": "risco_pessoal"},
            "Conselheiro 22222222 recusou a demanda por risco pessoal. Ela volta ao sorteio.",
        ),
        (
            "conselheiro.ciclo_concluído",
            {
                "conselheiro_id": conselheiro(1),
                "motivo_encerramento": "fim_mandato",
                "registrado_por": "operador",
            },
            # Whoever ends a mandate does not act in its holder's name.
            (
                "O mandato de Maria das Dores terminou antes de a demanda ser concluída. "
                "A demanda volta ao sorteio. (Registrado por um operador.)"
            ),
        ),
        (
            # Others may be busy, and whoever gave it back is at work elsewhere.
            "sorteio.sem_candidatos",
            {"unidade_civica_id": unidade(1), "motivo": "todos_inativos"},
            (
                "Nenhum conselheiro que atende Vila Nova podia receber a demanda: cada um estava "
                "ocupado, afastado dos sorteios ou já a havia deixado. Ela espera, e o sorteio "
                "será feito quando alguém puder recebê-la."
            ),
        ),
        (
            "conselheiro.atualização_publicada",
            {"tipo": "entrave_registrado", "descricao_sanitizada": "aguarda a SABESP"},
            "Entrave registrado: aguarda a SABESP",
        ),
        (
            "conselheiro.atualização_publicada",
            {"tipo": "entrave_registrado"},
            "Entrave registrado. O texto não está publicado.",
        ),
        (
            "conselheiro.atualização_publicada",
            {
                "tipo": "prazo_registrado",
                "descricao_sanitizada": "prometeram",
                "campos_estruturados": {"data": "2026-12-11", "fonte": "secretaria"},
                "registrado_por": "atendente",
            },
            f"Prazo registrado, 11/12/2026: prometeram {BY_CLERK}",
        ),
        (
            "conselheiro.prazo_próximo",
            {"prazo_estimado": "2026-12-03", "dias_restantes": 3},
            "O prazo estimado, 03/12/2026, termina em 3 dias.",
        ),
        (
            "conselheiro.prazo_próximo",
            {"prazo_estimado": "2026-12-03", "dias_restantes": 0},
            "O prazo estimado, 03/12/2026, termina hoje.",
        ),
        (
            "demanda.ranqueada",
            {
                "unidade_civica_id": unidade(1),
                "score_final": 4800,
                "posicao_no_ranking": 2,
                "total_demandas_na_uc": 9,
            },
            "Prioridade calculada em Vila Nova: 4.800,00 pontos, 2ª de 9 naquele momento.",
        ),
        (
            "demanda.conclusao_confirmada",
            {"total_conclusoes": 3, "ratificacao_necessaria": False},
            "3 moradores confirmaram que o problema foi resolvido: demanda concluída.",
        ),
        ("demanda.concluída", {"dias_ate_conclusao": 0}, "Demanda concluída no mesmo dia."),
        ("demanda.concluída", {"dias_ate_conclusao": 12}, "Demanda concluída em 12 dias."),
        (
            "duplicidade.agregada",
            {"papel": "representante", "total_membros": 2},
            "Reunida com 2 outras sobre o mesmo problema; esta representa todas.",
        ),
    ],
)
def test_sentences(tipo: str, payload: dict[str, Any], sentence: str) -> None:
    assert said(tipo, **payload) == sentence


def test_every_sentence_can_be_said_of_nothing() -> None:
    """An erased part leaves a gap in a sentence, never a failure."""
    for tipo in SHIPPED.tipos:
        assert said(tipo)


WORDS = {"categoria", "nivel", "unidade", "conselheiro", "confianca", "pontos"}
WORDS |= {"papel", "total_membros"}


def test_braces_hold_public_fields_or_known_words() -> None:
    """A misspelt field would be a dash in somebody's timeline."""
    registry = Registry(MODELS)
    for tipo in sorted(SHIPPED.tipos):
        contract = registry.contract(tipo)
        template = SHIPPED.of(tipo)
        known = contract.public_fields | WORDS
        for sentence in (template.frase, *template.valores.values(), *template.mais.values()):
            named = {one for one in placeholders(sentence) if not one.startswith(FIELD)}
            assert named <= known, tipo
        assert set(template.por) <= known, tipo
        assert template.mais_por is None or template.mais_por in known
