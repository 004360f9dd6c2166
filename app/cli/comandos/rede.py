"""``rede criar|mostrar``: the network document, and how this office comes to exchange."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.bootstrap.pacotes import criar_rede
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado
from app.cli.senhas import asked_password
from core.base.texto.inert import inert
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.identity.root_key import ROOT_KEY_FILE, needs_password


def criar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Have the root key list the keys that this office exchanges with."""
    path = Path(args.chave_raiz) if args.chave_raiz else ambiente.lugar.configuracao / ROOT_KEY_FILE
    password = root_password(ambiente, path)
    with ambiente.abrir_leitura() as app:
        chain = criar_rede(app, path, password, ambiente.senha)
        no = app.aberto.installation.no
    answer = _network(chain, no)
    return Resultado(
        answer,
        ["Este escritório já pode trocar pacotes.", *_lines(answer)],
    )


def root_password(ambiente: Ambiente, path: Path) -> bytes | None:
    """Of the root key's file: the one given, or asked for; None where it has none.

    Raises:
        UserFacingError: ``uso.*``: there is nobody to ask.
        EnvironmentFault: ``chave_raiz.nao_lida``.
    """
    if path.exists() and not needs_password(path):
        return None
    if path.exists() and ambiente.senha is None:
        return asked_password("Senha da chave-raiz")
    return ambiente.senha


def mostrar(ambiente: Ambiente, _args: argparse.Namespace) -> Resultado:
    """Who is in the network, with the fingerprints that two people compare."""
    with ambiente.abrir_leitura() as app:
        answer = _network(app.aberto.rede, app.aberto.installation.no)
    return Resultado(answer, _lines(answer))


def _network(chain: NetworkChain, own: str) -> dict[str, Any]:
    current = chain.current
    return {
        "rede": chain.rede,
        "versao": current.versao,
        "limiar": current.limiar,
        "raizes": [fingerprint(bytes.fromhex(key)) for key in current.raizes],
        "nos": [_node(entry, own) for entry in current.nos],
    }


def _node(entry: NodeEntry, own: str) -> dict[str, Any]:
    transport = entry.chave_transporte
    return {
        "no": entry.no,
        "nome": entry.nome,
        "este": entry.no == own,
        "impressao_log": fingerprint(bytes.fromhex(entry.chave_log)),
        "impressao_transporte": (
            None if transport is None else fingerprint(bytes.fromhex(transport))
        ),
        "destinatario_age": entry.destinatario_age,
        "custodia": list(entry.custodia),
    }


def _lines(answer: dict[str, Any]) -> list[str]:
    lines = [f"Rede {answer['rede'][:8]}, versão {answer['versao']}"]
    lines += [f"  raiz         {root}" for root in answer["raizes"]]
    for entry in answer["nos"]:
        mark = " (este escritório)" if entry["este"] else ""
        lines += [
            f"  nó           {entry['no']}{mark}",
            f"    nome       {inert(entry['nome'] or '–')}",
            f"    registro   {entry['impressao_log']}",
            f"    transporte {entry['impressao_transporte'] or '– ainda não troca pacotes'}",
        ]
    return lines


def _create(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )


VERBOS = (
    Verbo(("rede", "criar"), "põe as chaves de troca deste escritório na rede", criar, _create),
    Verbo(("rede", "mostrar"), "mostra quem está na rede e as impressões", mostrar),
)
