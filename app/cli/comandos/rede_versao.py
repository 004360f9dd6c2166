"""``rede chave|propor|assinar``: versions of the network document that several root keys sign.

The file goes from one holder to the next; nobody signs before reading what it changes and comparing
the document's fingerprint with whoever proposed it.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.bootstrap.pen_drive import ler_levado
from app.bootstrap.rede_versao import assinar, chave_publica, gravar_versao, propor
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.comandos.chave_troca import bring_back_exchange_keys, take_exchange_keys
from app.cli.comandos.rede import root_password
from app.cli.saida import Resultado, counted
from app.services.permissoes import Ato
from app.services.versao_rede import Pedida, Proposta
from core.base.texto.inert import inert
from core.kernel.errors import UserFacingError
from core.kernel.header import is_hash
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.root_key import ROOT_KEY_FILE
from core.sync.entry_files import MAX_FILE as MAX_ENTRY
from core.sync.proposal import MAX_FILE


def _root(ambiente: Ambiente, args: argparse.Namespace) -> tuple[Path, bytes | None]:
    path = Path(args.chave_raiz) if args.chave_raiz else ambiente.lugar.configuracao / ROOT_KEY_FILE
    return path, root_password(ambiente, path)


def _as_operator(ambiente: Ambiente) -> None:
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.ESCRITORIO)


def chave(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The public side of this office's root key; or its exchange keys to a second place and back."""
    if args.exportar_troca is not None:
        return take_exchange_keys(ambiente, Path(args.exportar_troca))
    if args.trazer_troca is not None:
        return bring_back_exchange_keys(ambiente, Path(args.trazer_troca))
    path, password = _root(ambiente, args)
    with ambiente.abrir_leitura() as app:
        public = chave_publica(app, path, password)
    shown = fingerprint(bytes.fromhex(public))
    lines = [f"Chave pública: {public}", f"Impressão, para ler em voz alta: {shown}"]
    return Resultado({"chave": public, "impressao": shown}, lines)


def propor_versao(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Make the next version, sign it, and write the file that goes round."""
    for key in args.raiz:
        if not is_hash(key):
            raise UserFacingError("versao.chave_invalida")
    entry = None if args.entrada is None else ler_levado(Path(args.entrada), MAX_ENTRY)
    if entry is not None and not args.impressao:
        raise UserFacingError("versao.sem_impressao")
    _as_operator(ambiente)
    path, password = _root(ambiente, args)
    wanted = Pedida(tuple(args.raiz), args.limiar, entry, args.impressao or "")
    with ambiente.abrir_leitura() as app:
        done = propor(app, wanted, path, password)
        rede = app.aberto.installation.rede
    return _written(done, Path(args.saida), rede)


def assinar_versao(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Look at a proposed version, or sign it with the compared fingerprint."""
    source = Path(args.arquivo)
    raw = ler_levado(source, MAX_FILE)
    if args.impressao is None:
        with ambiente.abrir_leitura() as app:
            seen = assinar(app, raw, None, None, None)
        # The fingerprint is not shown: whoever copied it from here would compare nothing.
        lines = [
            *_changes(seen),
            "Nada foi assinado. Peça a quem propôs que leia a impressão em voz alta.",
            "Repita com --impressao e o que ouviu: só a mesma é aceita.",
        ]
        return Resultado(_value(seen), lines)
    _as_operator(ambiente)
    path, password = _root(ambiente, args)
    with ambiente.abrir_leitura() as app:
        done = assinar(app, raw, args.impressao, path, password)
        rede = app.aberto.installation.rede
    return _written(done, Path(args.saida) if args.saida else source.parent, rede)


def _written(done: Proposta, folder: Path, rede: str) -> Resultado:
    path = gravar_versao(done, folder, rede)
    if done.adotada:
        end = [
            "Está assinada por quem precisa, e este escritório já trabalha com ela.",
            "Leve o arquivo aos outros (rede assinar, com a mesma impressão); nos pacotes ela vai junto.",
        ]
    else:
        lack = "Falta" if done.faltam == 1 else "Faltam"
        end = [
            f"{lack} {counted(done.faltam, 'assinatura')}: leve o arquivo a quem guarda outra chave-raiz.",
            "Até lá nada muda.",
        ]
    if done.passos > 1:
        end.append(
            f"O escritório já trocou a chave de registro: entra por {done.passos} versões, e esta é "
            f"a {done.passo}ª."
        )
    if done.passo < done.passos:
        end.append("Depois de todos a assinarem, proponha a seguinte com o mesmo pedido.")
    return Resultado(
        {**_value(done), "arquivo": str(path)}, [*_told(done), f"Gravado: {path}", *end]
    )


def _changes(done: Proposta) -> list[str]:
    return [
        f"Versão {done.versao} da rede:",
        *(f"  {inert(change)}" for change in done.mudancas),
    ]


def _told(done: Proposta) -> list[str]:
    return [*_changes(done), f"Impressão da versão: {done.impressao}"]


def _value(done: Proposta) -> dict[str, Any]:
    value = asdict(done)
    del value["arquivo"]
    return {**value, "mudancas": list(done.mudancas)}


def _key_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )


def _keys(parser: argparse.ArgumentParser) -> None:
    _key_file(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--exportar-troca", metavar="ARQUIVO",
        help="grava as chaves de troca deste escritório (chave-troca.cofre), para outro lugar",
    )  # fmt: skip
    which.add_argument(
        "--trazer-troca", metavar="ARQUIVO", help="põe de volta as chaves de troca deste arquivo"
    )


def _proposal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", metavar="PASTA", required=True, help="onde gravar o arquivo")
    parser.add_argument(
        "--raiz", metavar="CHAVE", action="append", default=[],
        help="outra chave-raiz que passa a valer: a chave pública de rede chave (pode repetir)",
    )  # fmt: skip
    parser.add_argument(
        "--limiar", type=int, metavar="N", help="quantas chaves-raiz assinam cada versão"
    )
    parser.add_argument("--entrada", metavar="ARQUIVO", help="deixa entrar quem fez este pedido")
    parser.add_argument(
        "--impressao", metavar="TEXTO", help="a do pedido, como foi lida em voz alta"
    )
    _key_file(parser)


def _signature(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="a versão proposta, ….versao")
    parser.add_argument(
        "--impressao",
        metavar="TEXTO",
        help="a da versão, como foi lida em voz alta; sem ela, só olha",
    )
    parser.add_argument(
        "--saida", metavar="PASTA", help="onde gravar; sem ela, onde o arquivo está"
    )
    _key_file(parser)


VERBOS = (
    Verbo(
        ("rede", "chave"), "mostra a chave pública da chave-raiz; guarda as de troca", chave, _keys
    ),
    Verbo(
        ("rede", "propor"), "propõe e assina a versão seguinte da rede", propor_versao, _proposal
    ),
    Verbo(
        ("rede", "assinar"),
        "olha ou assina uma versão proposta da rede",
        assinar_versao,
        _signature,
    ),
)
