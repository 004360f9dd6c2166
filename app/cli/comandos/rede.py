"""``rede criar|mostrar|cartao``: the network document, and how this office comes to exchange."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.bootstrap.pacotes import criar_rede
from app.bootstrap.rede_vista import FluxoConhecido, NoDaRede, VistaDaRede, ver_rede
from app.bootstrap.sincronizacao import TrocadorDoEscritorio
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, counted
from app.cli.senhas import asked_password
from app.services.impressos.cartao_impressoes import cartao_de_impressoes
from core.base.texto.inert import inert
from core.kernel.errors import EnvironmentFault
from core.kernel.identity.root_key import ROOT_KEY_FILE, needs_password

_SHOWN: Final = 10
"""Versions of the document that are listed for people; JSON has all."""


def criar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Have the root key list the keys that this office exchanges with."""
    path = Path(args.chave_raiz) if args.chave_raiz else ambiente.lugar.configuracao / ROOT_KEY_FILE
    password = root_password(ambiente, path)
    with ambiente.abrir_leitura() as app:
        view = ver_rede(app, criar_rede(app, path, password, ambiente.senha))
    return Resultado(_network(view), ["Este escritório já pode trocar pacotes.", *_lines(view)])


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
        view = ver_rede(app)
    return Resultado(_network(view), _lines(view))


def cartao(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The fingerprints on paper, with a QR code, for the two-person comparison."""
    from app.desktop.papel import save_pdf  # noqa: PLC0415 # loads Qt

    with ambiente.abrir_leitura() as app:
        situation = TrocadorDoEscritorio(app).situacao()
        printed = cartao_de_impressoes(situation, app.escritorio.nome)
    path = Path(args.saida)
    if path.suffix.lower() != ".pdf":
        path /= f"cartao-{printed.titulo.rpartition(' ')[2]}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault("pacote.pasta_recusada", pasta=args.saida) from error
    save_pdf(printed, path)
    return Resultado(
        {"arquivo": str(path)},
        [f"Cartão gravado: {path}", "Imprima e entregue em mãos, nunca junto com o pen drive."],
    )


def _network(view: VistaDaRede) -> dict[str, Any]:
    return {
        "rede": view.rede,
        "versao": view.versao,
        "limiar": view.limiar,
        "raizes": list(view.raizes),
        "nos": [_node(one) for one in view.nos],
        "versoes": [asdict(one) for one in view.versoes],
    }


def _node(one: NoDaRede) -> dict[str, Any]:
    return {
        "no": one.no,
        "nome": one.nome,
        "este": one.is_proprio,
        "impressao_log": one.registro,
        "impressao_transporte": one.transporte,
        "destinatario_age": one.destinatario_age,
        "custodia": [claim.unidade for claim in one.custodia],
        "unidades": [asdict(claim) for claim in one.custodia],
        "protocolos": list(one.protocolos),
        "veio_de": (
            None if one.veio_de is None else {"rede": one.veio_de[0], "epoca": one.veio_de[1]}
        ),
        "aqui": [asdict(feed) for feed in one.aqui],
        "visto_com": [asdict(feed) for feed in one.visto_com],
    }


def _lines(view: VistaDaRede) -> list[str]:
    lines = [f"Rede {view.rede[:8]}, versão {view.versao}"]
    lines += [f"  raiz         {root}" for root in view.raizes]
    if view.limiar > 1:
        lines.append(f"  assinam      {view.limiar} de {len(view.raizes)}")
    for one in view.nos:
        mark = " (este escritório)" if one.is_proprio else ""
        lines += [
            f"  nó           {one.no}{mark}",
            f"    nome       {inert(one.nome or '–')}",
            f"    registro   {one.registro}",
            f"    transporte {one.transporte or '– ainda não troca pacotes'}",
            *(
                f"    custódia   {inert(claim.nome or 'unidade não conhecida aqui')}"
                f" ({claim.unidade})"
                for claim in one.custodia
            ),
            f"    protocolos {', '.join(one.protocolos)}",
            f"    aqui       {_feeds(one.aqui)}",
        ]
        if one.veio_de is not None:
            lines.append(f"    veio de    rede {one.veio_de[0][:8]}, até a época {one.veio_de[1]}")
        if not one.is_proprio:
            lines.append(f"    visto com  {_feeds(one.visto_com, of_whom=True)}")
    lines += [
        f"  versão {one.versao:>3}   {one.sha256[:16]}, nós: {one.nos}, selos: {one.selos}"
        for one in view.versoes[-_SHOWN:]
    ]
    return lines


def _feeds(feeds: Sequence[FluxoConhecido], *, of_whom: bool = False) -> str:
    """``época 0: 12 eventos``; with the author where there may be several."""
    if not feeds:
        return "nada ainda"
    return "; ".join(
        (f"{one.no[:8]} " if of_whom else "")
        + f"época {one.epoca}: {counted(one.tamanho, 'evento')}"
        for one in feeds
    )


def _create(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )


def _card(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--saida", metavar="PASTA", required=True, help="pasta, ou o nome do arquivo .pdf"
    )


VERBOS = (
    Verbo(("rede", "criar"), "põe as chaves de troca deste escritório na rede", criar, _create),
    Verbo(("rede", "mostrar"), "mostra quem está na rede e as impressões", mostrar),
    Verbo(("rede", "cartao"), "grava o cartão das impressões, em PDF, com QR", cartao, _card),
)
