"""Columns of the short lists in the detail of a demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.services.decimais import decimal
from app.services.demanda_lista import moment_ms
from widgets.demandas.story import AUTORIA
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments

DRAW_STATUS: Final = {"ativa": "em curso", "recusada": "recusada", "concluida": "encerrada"}
DRAW_END: Final = {
    "demanda_concluida": "demanda concluída",
    "desistencia": "desistência",
    "fim_mandato": "fim do mandato",
    "demanda_retirada": "demanda retirada",
    "conclusao_coletiva": "concluída por moradores",
    "recusa_explicita": "recusou",
    "risco_pessoal": "risco pessoal",
    "timeout_resposta": "não respondeu",
    "fora_do_territorio": "fora do território",
}


def _moment(
    key: str, title: str, moments: Moments, ms: Callable[[Any], int | None], chars: int = 15
) -> Column:
    """A moment: relative, exact on hover and in files."""

    def exact(row: Any) -> str:
        found = ms(row)
        return "" if found is None else moments.exato(found)

    def relative(row: Any) -> str:
        found = ms(row)
        return "" if found is None else moments.relativo(found)

    return Column(
        key, title, text=relative, copied=exact, tooltip=exact, width_chars=chars,
        sort=lambda row: ms(row) or 0,
    )  # fmt: skip


def timeline_columns(moments: Moments) -> tuple[Column, ...]:
    """Of ``linha_do_tempo.Entrada``."""
    return (
        _moment("quando", "Quando", moments, lambda row: row.quando_ms),
        Column(
            "frase",
            "O que aconteceu",
            text=lambda row: row.frase,
            tooltip=lambda row: row.frase,
            width_chars=60,
        ),
    )


def ahead_columns() -> tuple[Column, ...]:
    """Of ``demanda_detalhe.NaFrente``."""
    return (
        Column(
            "posicao", "Lugar", text=lambda row: f"{row.posicao}ª", value=lambda row: row.posicao,
            is_number=True, width_chars=6,
        ),
        Column("nome", "Protocolo", text=lambda row: row.nome, is_code=True, width_chars=16),
        Column(
            "pontos",
            "Pontos",
            text=lambda row: "" if row.pontos is None else decimal(row.pontos),
            value=lambda row: row.pontos,
            is_number=True,
            width_chars=10,
        ),
        Column(
            "titulo",
            "Título",
            text=lambda row: row.titulo,
            tooltip=lambda row: f"{row.titulo} · {row.categoria or 'sem categoria'}",
            width_chars=30,
        ),
    )  # fmt: skip


def category_columns(moments: Moments) -> tuple[Column, ...]:
    """Of ``demanda_detalhe.CategoriaDita``."""
    return (
        Column(
            "nome",
            "Categoria",
            text=lambda row: f"{row.nome} (atual)" if row.is_atual else row.nome,
            tooltip=lambda row: row.nome,
            width_chars=24,
        ),
        Column(
            "nivel", "Nível", text=lambda row: str(row.nivel), value=lambda row: row.nivel,
            is_number=True, width_chars=6,
        ),
        Column(
            "autoria",
            "Dita",
            text=lambda row: AUTORIA.get(row.autoria, row.autoria),
            width_chars=18,
        ),
        Column(
            "confianca",
            "Confiança",
            text=lambda row: f"{row.confianca * 100:.0f} %",
            value=lambda row: row.confianca,
            is_number=True,
            width_chars=9,
        ),
        _moment("quando", "Quando", moments, lambda row: row.quando_ms),
    )  # fmt: skip


def draw_columns(moments: Moments) -> tuple[Column, ...]:
    """Of ``demanda_detalhe.SorteioDaDemanda``."""
    return (
        _moment("quando", "Quando", moments, lambda row: row.quando_ms),
        Column("conselheiro", "Conselheiro", text=lambda row: row.conselheiro, width_chars=20),
        Column(
            "entre",
            "Entre",
            text=lambda row: str(row.sorteado.total_elegiveis or ""),
            value=lambda row: row.sorteado.total_elegiveis,
            tooltip=lambda _row: "Quantas pessoas podiam ser sorteadas",
            is_number=True,
            width_chars=6,
        ),
        Column(
            "status",
            "Resultado",
            text=_outcome,
            width_chars=26,
        ),
    )


def _outcome(row: Any) -> str:
    status = DRAW_STATUS.get(row.sorteado.status, row.sorteado.status)
    end = row.sorteado.motivo_encerramento
    return f"{status}: {DRAW_END.get(end, end)}" if end else status


def report_columns(moments: Moments) -> tuple[Column, ...]:
    """Of ``relatoria.Atualizacao``, its public words only."""
    return (
        _moment("quando", "Quando", moments, lambda row: moment_ms(row.publicada_em)),
        Column(
            "texto",
            "Atualização",
            text=lambda row: row.descricao_sanitizada or "(espera conferência)",
            tooltip=lambda row: row.descricao_sanitizada or "",
            width_chars=48,
        ),
        Column(
            "tipo",
            "Tipo",
            text=lambda row: row.tipo.replace("_", " "),
            width_chars=18,
            is_hidden=True,
        ),
        Column(
            "registrado_por",
            "Registrada por",
            text=lambda row: row.registrado_por or "conselheiro",
            width_chars=14,
            is_hidden=True,
        ),
    )
