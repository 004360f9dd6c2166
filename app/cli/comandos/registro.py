"""``registro listar|mostrar``: the event types of this program."""

from __future__ import annotations

import argparse
import json
from typing import Any

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, table
from core.contracts.catalogo import MODELS
from core.kernel.registry import Contract, Registry


def _line(contract: Contract, versions: tuple[str, ...]) -> dict[str, Any]:
    return {
        "tipo": contract.tipo,
        "versao": contract.versao,
        "versoes": list(versions),
        "origem": list(contract.origem),
        "extensao": contract.extensao,
    }


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """All types with their current version."""
    registry = Registry(MODELS)
    rows = [_line(registry.contract(tipo), registry.versions(tipo)) for tipo in registry.tipos()]
    lines = table(
        ("tipo", "versão", "publica", "extensão"),
        [
            (r["tipo"], r["versao"], ", ".join(r["origem"]), "sim" if r["extensao"] else "")
            for r in rows
        ],
    )
    return Resultado(rows, lines)


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One type: fields, their privacy, and its JSON Schema."""
    registry = Registry(MODELS)
    contract = registry.contract(args.tipo, args.versao_schema)
    schema = registry.schema(contract.tipo, contract.versao)
    fields = [
        {
            "campo": name,
            "obrigatorio": info.obrigatorio,
            "parte": contract.part_of[name],
            "assunto": contract.assunto_fields.get(name),
        }
        for name, info in contract.campos.items()
    ]
    answer = {
        **_line(contract, registry.versions(contract.tipo)),
        "deprecated": contract.deprecated,
        "campos": fields,
        "schema": schema,
    }
    lines = [
        f"{contract.tipo} {contract.versao} (versões: {', '.join(answer['versoes'])})",
        f"publicado por: {', '.join(contract.origem)}",
        "",
        *table(
            ("campo", "obrigatório", "parte", "assunto"),
            [
                (f["campo"], "sim" if f["obrigatorio"] else "", f["parte"], f["assunto"] or "")
                for f in fields
            ],
        ),
        "",
        json.dumps(schema, ensure_ascii=False, indent=2),
    ]
    return Resultado(answer, lines)


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tipo", help="tipo de evento, por exemplo demanda.recebida")
    parser.add_argument("--versao-schema", metavar="V", help="uma versão que não a corrente")


VERBOS = (
    Verbo(("registro", "listar"), "lista os tipos de evento", listar),
    Verbo(("registro", "mostrar"), "mostra um tipo: campos e esquema", mostrar, _show_arguments),
)
