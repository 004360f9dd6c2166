"""``territorio ruas importar``: the office's list of streets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from app.bootstrap.captura import servico_ruas
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado
from app.services.permissoes import Ato

_SHOWN: Final = 20


def importar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Take the streets of a CSV file."""
    with ambiente.abrir() as office:
        acting(ambiente, office, Ato.TERRITORIO)
        done = servico_ruas(office).importar(Path(args.arquivo))
        refusals = [
            {
                "linha": one.linha,
                "codigo": one.codigo,
                "mensagem": office.mensagens.sentence(one.codigo, one.params),
            }
            for one in done.recusas
        ]
    answer = {
        "lidas": done.lidas,
        "aceitas": done.aceitas,
        "recusadas": done.recusadas,
        "conhecidas": done.conhecidas,
        "recusas": refusals,
    }
    lines = [
        f"{done.aceitas} de {done.lidas} ruas aceitas; o escritório conhece {done.conhecidas}",
        *(f"  linha {one['linha']}: {one['mensagem']}" for one in refusals[:_SHOWN]),
    ]
    if done.recusadas > _SHOWN:
        lines.append(f"  e mais {done.recusadas - _SHOWN} linhas recusadas")
    return Resultado(answer, lines)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "arquivo", metavar="ARQUIVO.csv", help="colunas logradouro, bairro, cep, lat, lng"
    )


VERBOS = (
    Verbo(
        ("territorio", "ruas", "importar"),
        "importa a lista de ruas com um ponto em cada",
        importar,
        _arguments,
    ),
)
