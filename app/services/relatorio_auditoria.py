"""The auditor's report on a bundle as JSON, for programs and for the file. Pure, but for ``gravar``."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.services.exportacao import nao_gravou
from app.services.pacote_auditado import NAO_PROVA, PacoteAuditado, Refeito

FORMATO: Final = "civico/relatorio-auditoria/v1"


def valor(found: PacoteAuditado) -> dict[str, Any]:
    """The report.

    ``pacote`` is the report of FORMATO.md 8.2 as any other verifier gives it; beside it stands what
    was recomputed, and what nothing of this proves. ``saida`` is 0 where all matches, else 4.
    """
    return {
        "formato": FORMATO,
        "arquivo": found.arquivo,
        "confere": found.is_certo,
        "saida": 0 if found.is_certo else 4,
        "pacote": dict(found.relatorio),
        "fluxos": [
            {"no": one.no, "epoca": one.epoca, "nome": one.nome, "ultimo_evento": one.ultimo}
            for one in found.fluxos
        ],
        "refeito": None if found.refeito is None else _again(found.refeito),
        "aviso": found.aviso,
        "cifrado": found.cifrado,
        "sobre_restrito": found.sobre_restrito,
        "nao_prova": list(NAO_PROVA),
    }


def _again(again: Refeito) -> dict[str, Any]:
    return {
        "eventos": again.eventos,
        "sorteios": {
            "sorteios": again.sorteios,
            "tentativas": again.tentativas,
            "suspensoes": again.suspensoes,
            "divergentes": again.sorteios_divergentes,
            "em_espera": again.em_espera,
            "diferencas": [asdict(one) for one in again.lista if not one.is_certo],
        },
        "rankings": {
            "pontuacoes": again.pontuacoes,
            "topos": again.topos,
            "parametros": again.parametros,
            "divergentes": again.ranking_divergentes,
            "unidades": [asdict(one) for one in again.unidades],
            "diferencas": [asdict(one) for one in again.diferencas],
        },
    }


def gravar(found: PacoteAuditado, arquivo: Path) -> None:
    """Write the report, whole or not at all.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou``.
    """
    content = json.dumps(valor(found), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    gravar_bytes(content.encode(), arquivo)


def gravar_bytes(content: bytes, arquivo: Path) -> None:
    """A small file, whole or not at all.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou``.
    """
    partial = arquivo.with_name(arquivo.name + ".parcial")
    try:
        with partial.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(arquivo)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise nao_gravou(arquivo, error) from error


def nome_do_arquivo(found: PacoteAuditado, fim: str) -> str:
    """``auditoria-<first characters of the bundle's hash>.<fim>``."""
    return f"auditoria-{found.sha256[:8]}.{fim}"
