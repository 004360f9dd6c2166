"""``saude`` and ``metricas``: how the office stands, for people and for a monitor."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, counted, table
from app.services.saude import Saude
from core.kernel.observability.metrics import render, table_metrics


def saude(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Colonies, lag, dead letters, trabalhos, backups, warnings."""
    with ambiente.abrir_leitura() as office:
        overview = office.saude.overview()
        lines = lines_of(overview)
    return Resultado(asdict(overview), lines)


def lines_of(overview: Saude) -> list[str]:
    """How the office stands, for a terminal."""
    lines = [
        overview.resumo.motor,
        (
            f"{counted(overview.total_eventos, 'evento')}, "
            f"{counted(overview.resumo.ocorrencias, 'ocorrência')}"
        ),
        "",
        *table(
            ("colônia", "nome", "aplicou até", "reagiu até", "atraso", "parados", "ativa"),
            [
                (
                    row.colonia,
                    row.nome,
                    row.aplicado_ate,
                    row.reagido_ate,
                    row.atraso,
                    row.parados,
                    "sim" if row.is_active else "não",
                )
                for row in overview.colonias
            ],
        ),
    ]
    if overview.parados:
        lines += [
            "",
            *table(
                ("parado em", "fase", "nº", "tipo", "estado", "tentativas", "motivo"),
                [
                    (p.colonia, p.fase, p.numero, p.tipo, p.estado, p.tentativas, p.erro)
                    for p in overview.parados
                ],
            ),
        ]
    if overview.avisos:
        lines += ["", *(f"aviso: {warning.frase}" for warning in overview.avisos)]
    return lines


def metricas(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Prometheus text."""
    with ambiente.abrir_leitura() as office, office.leitor.ler() as (cursor, dialect):
        text = render(table_metrics(cursor, dialect))
    return Resultado({"formato": "prometheus", "texto": text}, text.rstrip("\n").split("\n"))


VERBOS = (
    Verbo(("saude",), "mostra como o escritório está", saude),
    Verbo(("metricas",), "métricas em texto do Prometheus", metricas),
)
