"""``modelos importar|listar``: the local models of this office, taken in once from folders."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Final

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, table
from app.ia.importacao import importar as take_in
from app.ia.manifesto import Manifesto
from app.ia.modelos import NOMES, PASTA, ModelosDoEscritorio
from app.ia.prova import prover
from core.kernel.errors import UserFacingError

_STATES: Final = {
    "em_uso": "em uso",
    "ausente": "sem modelo",
    "danificado": "danificado: importe de novo",
    "sem_extra": "importado; falta instalar o extra ia",
}


def importar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Take a folder in, and ask the model once."""
    if not ambiente.lugar.dados.is_dir():
        raise UserFacingError("modelos.sem_escritorio", pasta=str(ambiente.lugar.dados))
    folder = ambiente.lugar.dados / PASTA
    models = ModelosDoEscritorio(ambiente.lugar.dados)

    try:
        made = take_in(
            Path(args.pasta), folder, nome=args.nome, licenca=args.licenca, provar=prover(models)
        )
    finally:
        models.fechar()
    said = (
        "Respondeu a uma pergunta de prova. Está em uso a partir de agora."
        if models.instalado
        else "Não foi provado: falta instalar o extra ia (pip install -r requirements-ia.txt)."
    )
    return Resultado(
        {**_as_dict(made), "provado": models.instalado},
        [
            f"Importado para {NOMES[made.tarefa]}: {made.modelo}",
            f"  {made.arquitetura}, {_size(made.total_bytes)}, licença {made.licenca}",
            f"  {said}",
        ],
    )


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Every task, and the model that is there for it."""
    models = ModelosDoEscritorio(ambiente.lugar.dados)
    rows = models.linhas(conferir=args.conferir)
    lines = table(
        ("tarefa", "para", "modelo", "licença", "tamanho", "estado"),
        [
            (row.tarefa, row.nome, row.modelo or "–", row.licenca or "–",
             _size(row.bytes) if row.bytes else "–", _STATES[row.estado])
            for row in rows
        ],
    )  # fmt: skip
    if all(row.estado == "ausente" for row in rows):
        lines.append("Sem modelos o programa funciona, com menos confiança no texto automático.")
    return Resultado(
        {"extra_instalado": models.instalado, "modelos": [asdict(row) for row in rows]}, lines
    )


def _as_dict(made: Manifesto) -> dict[str, object]:
    return {
        "tarefa": made.tarefa,
        "modelo": made.modelo,
        "arquitetura": made.arquitetura,
        "licenca": made.licenca,
        "bytes": made.total_bytes,
        "arquivos": [
            {"nome": one.nome, "bytes": one.bytes, "sha256": one.sha256} for one in made.arquivos
        ],
    }


def _size(count: int) -> str:
    if count < 1_000_000:
        return f"{max(1, round(count / 1000))} kB"
    return f"{count / 1_000_000:.1f} MB".replace(".", ",")


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pasta", metavar="PASTA", help="a pasta do modelo, como foi baixada")
    parser.add_argument("--nome", metavar="NOME", help="como chamá-lo; sem isto, o nome da pasta")
    parser.add_argument(
        "--licenca", metavar="LICENÇA", help="a licença, quando o README da pasta não a diz"
    )


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--conferir", action="store_true", help="confere a soma de cada arquivo (leva segundos)"
    )


VERBOS = (
    Verbo(
        ("modelos", "importar"),
        "traz um modelo de inteligência artificial de uma pasta",
        importar,
        _import_arguments,
        "Copia os arquivos do modelo, anota a soma de cada um e faz uma pergunta de prova. Nada é "
        "baixado da rede. O que o modelo faz é dito pelo config.json da pasta.",
    ),
    Verbo(
        ("modelos", "listar"),
        "diz que modelos de inteligência artificial estão em uso",
        listar,
        _list_arguments,
    ),
)
