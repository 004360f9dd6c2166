"""Cells of Saúde in words and shapes, never colour alone."""

from __future__ import annotations

from dataclasses import replace

from app.services.motor import ModeloLocal, Trabalho
from app.services.saude import ChaveRow, ColoniaRow, CopiaRow, ParadoRow
from core.colonies.catalogo import COLONIES
from tests.app.services.log_builder import NOW_MS
from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.saude.columns import (
    JOB_NAMES,
    colony_columns,
    copy_columns,
    job_columns,
    key_columns,
    model_columns,
    parked_columns,
)

COLONY = ColoniaRow("D-2", "Georreferenciamento", 1_200, 1_100, 0, True, 0)
PARKED = ParadoRow(
    "D-2", "Georreferenciamento", "react", 1_234, "demanda.normalizada", "pendente",
    "ValueError", 2, NOW_MS - 7_200_000, NOW_MS - 60_000, False,
)  # fmt: skip


def _texts(columns: tuple[Column, ...], row: object) -> dict[str, str]:
    return {column.key: column.text(row) for column in columns}


def _column(columns: tuple[Column, ...], key: str) -> Column:
    return next(column for column in columns if column.key == key)


def test_a_colony_in_each_state() -> None:
    columns = colony_columns()
    state = _column(columns, "situacao")
    assert state.tone is not None
    rows = [
        COLONY,
        replace(COLONY, atraso=5),
        replace(COLONY, parados=1),
        replace(COLONY, parados=2),
        replace(COLONY, is_active=False, parados=2),
    ]
    assert [(state.text(row), state.tone(row)) for row in rows] == [
        ("● em dia", "ok"),
        ("◐ trabalhando", "warning"),
        ("! 1 parado", "danger"),
        ("! 2 parados", "danger"),
        ("⊘ desativada", "secondary"),
    ]
    assert _texts(columns, COLONY)["aplicado"] == "1.200"
    assert _column(columns, "aplicado").copy_text(COLONY) == "1200"


def test_a_parked_event(ui: Ui) -> None:
    columns = parked_columns(ui.context.moments)
    texts = _texts(columns, PARKED)
    assert texts["numero"] == "1.234"
    assert (texts["fase"], texts["estado"]) == ("reagir", "à espera de nova tentativa")
    assert (texts["desde"], texts["erro"]) == ("há 2 h", "ValueError")
    since = _column(columns, "desde")
    assert since.tooltip is not None
    assert "Última tentativa em 29/11/2026" in since.tooltip(PARKED)
    state = _column(columns, "estado")
    assert state.tone is not None
    assert state.tone(replace(PARKED, estado="descartado")) == "danger"


def test_keys_jobs_and_copies(ui: Ui) -> None:
    moments = ui.context.moments
    key = _texts(key_columns(), ChaveRow("D-2", "apply", "abc", 7, 3))
    assert list(key.values()) == ["D-2", "aplicar", "abc", "7", "3"]
    job = Trabalho("D-1b", "transcrever", "8f3a12bc-x", "falhou", 3, NOW_MS)
    texts = _texts(job_columns(moments), job)
    assert (texts["sujeito"], texts["estado"]) == ("8f3a12bc", "falhou")
    copy = CopiaRow(NOW_MS - 86_400_000, "copia.fcopia", 1_000, True)
    assert list(_texts(copy_columns(moments), copy).values()) == [
        "há 1 dia",
        "● verificada",
        "1.000",
        "copia.fcopia",
    ]
    unchecked = replace(copy, is_verified=False)
    assert _texts(copy_columns(moments), unchecked)["verificada"] == "! não verificada"


def test_states_the_screen_does_not_know_are_shown_as_they_are(ui: Ui) -> None:
    odd = replace(PARKED, estado="novo", fase="outra")
    texts = _texts(parked_columns(ui.context.moments), odd)
    assert (texts["estado"], texts["fase"]) == ("novo", "outra")


def test_slow_work_in_words_and_as_the_engine_says_it(ui: Ui) -> None:
    columns = job_columns(ui.context.moments)
    rows = [
        Trabalho("D-1b", "midias", "00000000-0000-4000-8000-000000000001", state, 0, NOW_MS)
        for state in ("esperando", "em_curso", "falhou")
    ]
    assert [_texts(columns, row)["estado"] for row in rows] == [
        "na fila",
        "em execução",
        "falhou",
    ]
    assert _texts(columns, rows[0])["nome"] == "descrever fotos e áudios"


def test_a_model_in_each_state() -> None:
    columns = model_columns()
    state = _column(columns, "estado")
    assert state.tone is not None
    model = ModeloLocal(
        "nsfw", "imagem imprópria", "vit@0a1b2c3d4e5f", "MIT", 343_000_000, "em_uso"
    )
    rows = [replace(model, estado=name) for name in ("em_uso", "danificado", "sem_extra")]
    assert [(state.text(row), state.tone(row)) for row in rows] == [
        ("● em uso", "ok"),
        ("! danificado, não é usado", "danger"),
        ("! falta instalar o extra ia", "warning"),
    ]
    assert _texts(columns, model)["bytes"] == "327,1 MiB"
    none = ModeloLocal("pessoa", "pessoa na imagem", "", "", 0, "ausente")
    assert list(_texts(columns, none).values()) == [
        "pessoa na imagem", "– sem modelo", "–", "–", "–",
    ]  # fmt: skip


def test_every_slow_work_has_words() -> None:
    assert {name for colony in COLONIES for name in colony.jobs} == JOB_NAMES.keys()
