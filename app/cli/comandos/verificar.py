"""``verificar``: the whole log, its chain, commitments and indexes, and the projections."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.bootstrap.abertura import open_database
from app.bootstrap.ambito import whole_scope, with_guard
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import INTEGRITY, OK, Resultado, counted
from core.kernel.verification.report import Finding, Report
from core.kernel.verification.verifier import verify_database, verify_file


def verificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify the office, or a copy; exit 0 or 4, and the first bad event by name."""
    scope = whole_scope(ambiente.lugar)
    progress = ambiente.progresso("verificando")
    if args.arquivo is not None:
        # A copy's attachments lie beside it; ``copia verificar`` looks at them too.
        report = verify_file(
            Path(args.arquivo), replace(scope, attachments=None), progress=progress
        )
    else:
        database = open_database(ambiente.lugar)
        report = verify_database(database, with_guard(scope, ambiente.lugar), progress=progress)
    return report_result(ambiente, report)


def report_result(ambiente: Ambiente, report: Report) -> Resultado:
    """A report as an answer; also for copies."""

    def sentence(finding: Finding) -> str:
        return ambiente.mensagens.sentence(finding.codigo, finding.params)

    warnings = [ambiente.mensagens.sentence(code) for code in report.avisos]
    first = report.primeiro_evento
    answer: dict[str, Any] = {
        "ok": report.ok,
        "eventos": report.eventos,
        "partes": report.partes,
        "ramos": report.ramos,
        "partes_eliminadas": report.eliminadas,
        "partes_eliminadas_por": [
            {"evento": number, "partes": count}
            for number, count in sorted(report.eliminadas_por.items())
        ],
        "partes_nao_recebidas": report.nao_recebidas,
        "tipos_desconhecidos": dict(report.desconhecidos),
        "colonias_nao_comparadas": report.nao_comparadas,
        "avisos": warnings,
        "primeiro_evento": None if first is None else _finding(first, sentence(first)),
        "achados": [_finding(found, sentence(found)) for found in report.achados],
        "total_achados": report.total_achados,
    }
    lines = [
        (
            f"conferidos: {counted(report.eventos, 'evento')}, {counted(report.partes, 'parte')}, "
            f"{counted(report.ramos, 'ramo')}"
        ),
    ]
    if report.eliminadas:
        lines.append(
            f"{counted(report.eliminadas, 'parte')} sem conteúdo, por eventos de eliminação"
        )
        lines += [
            f"  evento {number}: {counted(count, 'parte')}"
            for number, count in sorted(report.eliminadas_por.items())
        ]
    if report.nao_comparadas:
        lines.append(f"tabelas não comparadas: {', '.join(report.nao_comparadas)}")
    if report.ok:
        lines.append("Tudo confere.")
    else:
        lines.append(f"NÃO CONFERE: {counted(report.total_achados, 'achado')}")
        lines += [
            (f"evento {found.sequence_number}: " if found.sequence_number is not None else "")
            + sentence(found)
            for found in report.achados
        ]
    return Resultado(answer, lines, OK if report.ok else INTEGRITY, avisos=warnings)


def _finding(finding: Finding, sentence: str) -> dict[str, Any]:
    return {
        "codigo": finding.codigo,
        "sequence_number": finding.sequence_number,
        "event_hash": finding.event_hash,
        "mensagem": sentence,
    }


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--arquivo", metavar="COPIA", help="uma cópia de segurança, em vez do escritório"
    )


VERBOS = (
    Verbo(
        ("verificar",),
        "confere o registro inteiro: cadeia, carimbos, compromissos, tabelas",
        verificar,
        _arguments,
    ),
)
