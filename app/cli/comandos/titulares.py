"""``titulares eliminar``: erase what the office holds of a person, for good."""

from __future__ import annotations

import argparse

from app.bootstrap.contas import servico_contas
from app.bootstrap.titulares import servico_titulares
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import signed_in
from app.cli.comandos.moderacao import second_account, second_account_arguments
from app.cli.saida import Resultado, counted
from app.services.permissoes import Ato
from app.services.segunda_conta import conferida
from app.services.titulares import BASES_LEGAIS
from core.kernel.errors import UserFacingError


def eliminar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Erase a resident or the holder of an account; ``--para-sempre`` says that it is meant."""
    with ambiente.abrir() as office:
        who = signed_in(ambiente, office)
        actor = who.ator(Ato.ELIMINAR)
        service = servico_titulares(office)
        if args.titular_da_conta is not None:
            person = service.titular_da_conta(args.titular_da_conta, actor)
        else:
            person = service.morador(args.cidadao, actor)
        if not args.para_sempre:
            raise UserFacingError("titulares.sem_confirmacao", nome=person.nome or "sem nome")
        second = conferida(servico_contas(office), *second_account(who, actor, args), actor)
        done = service.eliminar(person, args.base_legal, args.motivo, second, actor)
        office.engine.aguardar_ocioso()
    answer = {
        "eventos": done.eventos,
        "partes": done.partes,
        "rascunhos": done.rascunhos,
        "copias": list(done.copias),
        "limpo": done.is_limpo,
    }
    gone = f"{counted(done.partes, 'parte')} de {counted(done.eventos, 'evento')}"
    lines = [f"Eliminado: {gone} sem conteúdo, para sempre."]
    if done.rascunhos:
        lines.append(f"{counted(done.rascunhos, 'rascunho')} sobre a pessoa também saíram.")
    if not done.is_limpo:
        lines.append(
            "Falta reescrever páginas liberadas ou apagar arquivos: outro programa lê o escritório, ou "
            "o disco recusou. O programa completa isso ao ser aberto de novo."
        )
    if done.copias:
        lines.append("Estas cópias, feitas antes, ainda guardam os dados; só você pode apagá-las:")
        lines += [f"  {one}" for one in done.copias]
    return Resultado(answer, lines)


def _arguments(parser: argparse.ArgumentParser) -> None:
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument("--cidadao", metavar="ID", help="identificador do cadastro do morador")
    whose.add_argument(
        "--titular-da-conta", metavar="NOME", help="quem teve esta conta, já desativada"
    )
    parser.add_argument(
        "--base-legal",
        required=True,
        metavar="TEXTO",
        help=f"é publicada; por exemplo “{BASES_LEGAIS[0]}”",
    )
    parser.add_argument("--motivo", required=True, help="por quê; não é publicado")
    second_account_arguments(parser)
    parser.add_argument(
        "--para-sempre", action="store_true", help="diz que você sabe que isto não volta"
    )


VERBOS = (
    Verbo(("titulares", "eliminar"), "elimina os dados de uma pessoa, com segunda conta", eliminar,
          _arguments),
)  # fmt: skip
