"""``rede pedir|convidar|aceitar``: how an office joins a network, by files on a stick.

The joining office writes a request; the network's operator compares its fingerprint with the people
there, signs, and writes an invitation; the office compares the root's fingerprint and joins.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.bootstrap.pen_drive import gravar_levado, ler_levado
from app.bootstrap.rede import aceitar, convidar, pedir_entrada
from app.bootstrap.rede_vista import Custodia, custodias
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.comandos.rede import root_password
from app.cli.saida import Resultado
from app.services.permissoes import Ato
from core.base.protocolo import prefix_of
from core.base.texto.inert import inert
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.root_key import ROOT_KEY_FILE
from core.sync.entry_files import (
    INVITATION_SUFFIX,
    MAX_FILE,
    REQUEST_SUFFIX,
    EntryRequest,
    file_name,
)


def pedir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Write the request, and say the fingerprint that is read aloud."""
    with ambiente.abrir():
        pass  # closing signs what is owed, and the request shows a note
    with ambiente.abrir_leitura() as app:
        units = args.unidade
        if not units:
            with app.leitor.ler() as (cursor, dialect):
                present = read_escritorio(cursor, dialect, app.aberto.installation.no)
            units = list(present.unidades) if present else []
        request, raw = pedir_entrada(app, units, ambiente.senha, args.pular)
        claims = custodias(app, request.custodia)
    path = gravar_levado(
        Path(args.saida), file_name(request.chain.rede, request.no, REQUEST_SUFFIX), raw
    )
    shown = fingerprint(request.linha)
    answer = {"arquivo": str(path), "impressao": shown, **_asked(request)}
    lines = [
        f"Pedido gravado: {path}",
        *_asked_lines(request, claims),
        f"Impressão do pedido: {shown}",
        "Leve o arquivo a quem guarda a chave-raiz da rede e leia a impressão em voz alta.",
        "Este escritório segue trabalhando até aceitar o convite.",
    ]
    return Resultado(answer, lines)


def convidar_escritorio(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Look at a request; with the compared fingerprint, sign and write the invitation."""
    raw = ler_levado(Path(args.pedido), MAX_FILE)
    path = Path(args.chave_raiz) if args.chave_raiz else ambiente.lugar.configuracao / ROOT_KEY_FILE
    if args.impressao is not None and args.saida is None:
        args.saida = str(Path(args.pedido).parent)
    if args.impressao is not None:
        with ambiente.abrir() as app:
            acting(ambiente, app, Ato.ESCRITORIO)
    with ambiente.abrir_leitura() as app:
        password = None if args.impressao is None else root_password(ambiente, path)
        done = convidar(app, raw, args.impressao, path, password)
        claims = custodias(app, done.pedido.custodia)
    answer: dict[str, Any] = {"impressao": done.impressao, **_asked(done.pedido), "convite": None}
    if done.convite is None:
        return Resultado(answer, [*_asked_lines(done.pedido, claims), *_compare()])
    name = file_name(done.chain.rede, done.pedido.no, INVITATION_SUFFIX)
    written = gravar_levado(Path(args.saida), name, done.convite)
    roots = [fingerprint(bytes.fromhex(key)) for key in done.chain.documents[0].raizes]
    answer |= {"convite": str(written), "versao": done.chain.current.versao, "raizes": roots}
    lines = [
        f"{inert(done.pedido.nome)} está na versão {done.chain.current.versao} da rede.",
        f"Convite gravado: {written}",
        *(f"Impressão da raiz, para ler em voz alta: {root}" for root in roots),
    ]
    return Resultado(answer, lines)


def aceitar_convite(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Join, or take over newer versions of the own network."""
    raw = ler_levado(Path(args.convite), MAX_FILE)
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.ESCRITORIO)
        # Closing signs the end of the epoch that is left.
    with ambiente.abrir_leitura() as app:
        done = aceitar(app, raw, args.impressao)
    answer = {
        "rede": done.chain.rede,
        "versao": done.chain.current.versao,
        "novas": done.novas,
        "entrou": done.evento is not None,
        "epoca": done.installation.epoca,
        "protocolo": prefix_of(done.installation.no, done.installation.epoca),
    }
    if done.evento is None:
        if not done.novas:
            return Resultado(answer, ["O convite não traz nada de novo. Nada foi alterado."])
        return Resultado(
            answer,
            [f"Versões novas da rede, conferidas: {done.novas}."],
        )
    lines = [
        f"Este escritório faz parte da rede {done.chain.rede[:8]}.",
        f"Os protocolos novos começam por {answer['protocolo']}.",
        "Nada do que já estava registrado mudou.",
        "A chave-raiz antiga não decide mais nada; guarde-a com as cópias antigas.",
    ]
    return Resultado(answer, lines)


def _compare() -> list[str]:
    """The fingerprint is not shown: whoever copied it from here would compare nothing."""
    return [
        "Nada foi gravado. Peça à pessoa do outro escritório que leia a impressão em voz alta.",
        "Repita o comando com --impressao e o que ela leu: só a mesma é aceita.",
    ]


def _asked(request: EntryRequest) -> dict[str, Any]:
    return {
        "no": request.no,
        "nome": request.nome,
        "rede_anterior": request.chain.rede,
        "epoca": request.epoca,
        "custodia": list(request.custodia),
        "protocolo": prefix_of(request.no, request.epoca + 1),
    }


def _asked_lines(request: EntryRequest, claims: Sequence[Custodia]) -> list[str]:
    return [
        f"  escritório   {inert(request.nome)}",
        f"  nó           {request.no}",
        *(
            f"  custódia     {inert(one.nome or 'unidade não conhecida aqui')} ({one.unidade})"
            for one in claims
        ),
        f"  protocolos   {prefix_of(request.no, request.epoca + 1)}",
    ]


def _ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", metavar="PASTA", required=True, help="onde gravar o pedido")
    parser.add_argument(
        "--unidade",
        metavar="ID",
        action="append",
        default=[],
        help="unidade de que o escritório vai cuidar; pode repetir. Sem isto, as que ele atende",
    )
    parser.add_argument(
        "--pular",
        metavar="N",
        type=int,
        choices=range(10),
        default=0,
        help="épocas a pular, se o começo dos protocolos já é de outro",
    )


def _invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pedido", help="o pedido de entrada (.entrada)")
    parser.add_argument(
        "--impressao",
        metavar="IMPRESSÃO",
        help="a impressão que o outro escritório leu em voz alta",
    )
    parser.add_argument(
        "--saida", metavar="PASTA", help="onde gravar o convite; sem isto, ao lado do pedido"
    )
    parser.add_argument(
        "--chave-raiz", metavar="ARQUIVO", help="onde está chave-raiz.cofre (pendrive, outro disco)"
    )


def _accept(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("convite", help="o convite (.convite)")
    parser.add_argument(
        "--impressao",
        metavar="IMPRESSÃO",
        action="append",
        default=[],
        help="a impressão da raiz da rede, que quem convidou leu em voz alta",
    )


VERBOS = (
    Verbo(("rede", "pedir"), "grava o pedido de entrada em uma rede", pedir, _ask),
    Verbo(
        ("rede", "convidar"),
        "confere um pedido de entrada e, com a impressão, convida",
        convidar_escritorio,
        _invite,
    ),
    Verbo(("rede", "aceitar"), "entra na rede de um convite", aceitar_convite, _accept),
)
