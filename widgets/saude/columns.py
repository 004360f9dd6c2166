"""The columns of the tables in Saúde."""

from __future__ import annotations

from typing import Final

from app.services.motor import Trabalho
from app.services.saude import ColoniaRow, CopiaRow, ParadoRow
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import code_column, count_column, moment_column
from widgets.runtime.words import number, size

STATES: Final = {
    "pendente": "à espera de nova tentativa",
    "esperando": "atrás de um parado",
    "suspenso": "suspenso: atualize o programa",
    "descartado": "descartado após as tentativas",
    "liberado": "liberado",
}
PHASES: Final = {"apply": "aplicar", "react": "reagir", "prazo": "prazo"}
JOB_STATES: Final = {
    "esperando": "na fila",
    "em_curso": "em execução",
    "falhou": "falhou",
}
JOB_NAMES: Final = {
    "midias": "descrever fotos e áudios",
    "examinar": "olhar as fotos e os arquivos",
}
MODEL_STATES: Final = {
    "em_uso": "● em uso",
    "ausente": "– sem modelo",
    "danificado": "! danificado, não é usado",
    "sem_extra": "! falta instalar o extra ia",
}
_MODEL_TONES: Final = {"em_uso": "ok", "danificado": "danger", "sem_extra": "warning"}


def colony_columns() -> tuple[Column, ...]:
    """State, positions and lag of each colony."""

    def state(row: ColoniaRow) -> str:
        if not row.is_active:
            return "⊘ desativada"
        if row.parados:
            return f"! {number(row.parados)} parados" if row.parados > 1 else "! 1 parado"
        return "● em dia" if row.atraso == 0 else "◐ trabalhando"

    def tone(row: ColoniaRow) -> str:
        if not row.is_active:
            return "secondary"
        if row.parados:
            return "danger"
        return "ok" if row.atraso == 0 else "warning"

    return (
        Column("colonia", "Colônia", text=lambda row: row.colonia, width_chars=9),
        Column("nome", "Nome", text=lambda row: row.nome, width_chars=26),
        Column("situacao", "Situação", text=state, tone=tone, width_chars=16),
        Column(
            "atraso",
            "Atraso",
            text=lambda row: number(row.atraso),
            copied=lambda row: str(row.atraso),
            tooltip=lambda row: "Eventos que esta colônia ainda tem de passar",
            is_number=True,
            width_chars=10,
        ),
        Column(
            "aplicado",
            "Aplicado até",
            text=lambda row: number(row.aplicado_ate),
            copied=lambda row: str(row.aplicado_ate),
            tooltip=lambda row: "Último evento que já mudou as tabelas desta colônia",
            is_number=True,
            width_chars=13,
        ),
        Column(
            "reagido",
            "Reagido até",
            text=lambda row: number(row.reagido_ate),
            copied=lambda row: str(row.reagido_ate),
            tooltip=lambda row: "Último evento a que esta colônia já respondeu",
            is_number=True,
            width_chars=13,
        ),
    )


def parked_columns(moments: Moments) -> tuple[Column, ...]:
    """Event, colony, reason, attempts and since when."""

    def state(row: ParadoRow) -> str:
        return STATES.get(row.estado, row.estado)

    return (
        Column(
            "numero",
            "Evento",
            text=lambda row: number(row.numero),
            copied=lambda row: str(row.numero),
            is_number=True,
            width_chars=9,
        ),
        Column("tipo", "Tipo", text=lambda row: row.tipo, width_chars=26),
        Column(
            "colonia",
            "Colônia",
            text=lambda row: row.colonia,
            tooltip=lambda row: row.nome,
            width_chars=9,
        ),
        Column("fase", "Ao", text=lambda row: PHASES.get(row.fase, row.fase), width_chars=8),
        Column(
            "estado",
            "Situação",
            text=state,
            tone=lambda row: "danger" if row.estado == "descartado" else None,
            width_chars=24,
        ),
        count_column("tentativas", "Tentativas", lambda row: row.tentativas, 10),
        Column(
            "desde",
            "Desde",
            text=lambda row: moments.relativo(row.desde_ms),
            sort=lambda row: row.desde_ms,
            copied=lambda row: moments.exato(row.desde_ms),
            tooltip=lambda row: (
                f"Parado em {moments.exato(row.desde_ms)}\n"
                f"Última tentativa em {moments.exato(row.ultima_ms)}"
            ),
            width_chars=13,
        ),
        Column(
            "erro",
            "Motivo",
            text=lambda row: row.erro,
            tooltip=lambda row: row.erro,
            width_chars=20,
        ),
    )


def key_columns() -> tuple[Column, ...]:
    """Keys behind which events wait."""
    return (
        Column("colonia", "Colônia", text=lambda row: row.colonia, width_chars=9),
        Column("fase", "Ao", text=lambda row: PHASES.get(row.fase, row.fase), width_chars=8),
        Column(
            "chave",
            "Chave",
            text=lambda row: row.chave,
            tooltip=lambda row: (
                f"Eventos com a chave {row.chave} esperam até o primeiro ser resolvido"
            ),
            is_code=True,
            width_chars=40,
        ),
        Column(
            "desde_numero",
            "Parada no evento",
            text=lambda row: number(row.desde_numero),
            copied=lambda row: str(row.desde_numero),
            is_number=True,
            width_chars=16,
        ),
        count_column("eventos", "À espera", lambda row: row.eventos, 9),
    )


def job_columns(moments: Moments) -> tuple[Column, ...]:
    """Slow work of all colonies."""

    def state(row: Trabalho) -> str:
        return JOB_STATES.get(row.estado, row.estado)

    return (
        Column("colonia", "Colônia", text=lambda row: row.colonia, width_chars=9),
        Column(
            "nome", "Trabalho", text=lambda row: JOB_NAMES.get(row.nome, row.nome), width_chars=24
        ),
        code_column("sujeito", "Assunto", lambda row: row.sujeito, 12),
        Column(
            "estado",
            "Situação",
            text=state,
            tone=lambda row: "danger" if row.estado == "falhou" else None,
            width_chars=20,
        ),
        count_column("tentativas", "Tentativas", lambda row: row.tentativas, 10),
        moment_column("desde", "Desde", moments, lambda row: row.desde_ms, 14),
    )


def model_columns() -> tuple[Column, ...]:
    """Local models, a line a task."""
    return (
        Column("tarefa", "Serve para", text=lambda row: row.nome, width_chars=24),
        Column(
            "estado",
            "Situação",
            text=lambda row: MODEL_STATES.get(row.estado, row.estado),
            tone=lambda row: _MODEL_TONES.get(row.estado),
            width_chars=26,
        ),
        Column(
            "modelo",
            "Modelo",
            text=lambda row: row.modelo or "–",
            tooltip=lambda row: row.modelo,
            is_code=True,
            width_chars=34,
        ),
        Column("licenca", "Licença", text=lambda row: row.licenca or "–", width_chars=14),
        Column(
            "bytes",
            "Tamanho",
            text=lambda row: size(row.bytes) if row.bytes else "–",
            copied=lambda row: str(row.bytes),
            is_number=True,
            width_chars=11,
        ),
    )


def copy_columns(moments: Moments) -> tuple[Column, ...]:
    """Backups, newest first."""

    def checked(row: CopiaRow) -> str:
        return "● verificada" if row.is_verified else "! não verificada"

    return (
        moment_column("quando", "Feita", moments, lambda row: row.criada_em_ms, 14),
        Column(
            "verificada",
            "Situação",
            text=checked,
            tone=lambda row: "ok" if row.is_verified else "danger",
            width_chars=16,
        ),
        count_column("eventos", "Eventos", lambda row: row.eventos, 11),
        Column(
            "arquivo",
            "Arquivo",
            text=lambda row: row.arquivo,
            tooltip=lambda row: row.arquivo,
            width_chars=50,
        ),
    )
