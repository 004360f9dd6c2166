"""``denylist mostrar|prever|carregar|enviar``: the words that send a text to moderation."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from app.bootstrap.moderacao import servico_denylist
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, counted, table
from app.services.denylist import LUGARES, Previa, em_lugares, linhas_do_arquivo
from app.services.permissoes import Ato


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The list in force; its lines are what ``carregar`` reads."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.DENYLIST)
        found = servico_denylist(office).mostrar(actor)
    terms = list(found.termos or ())
    answer = {"versao": found.versao, "termos": terms, "atualizada_em": found.atualizada_em}
    if not terms:
        return Resultado(answer, ["A denylist está vazia: nenhum texto é retido por palavras."])
    return Resultado(answer, [f"# denylist, versão {found.versao}", *terms])


def prever(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """What the list of a file would catch; nothing is written."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.DENYLIST)
        found = servico_denylist(office).prever(linhas_do_arquivo(Path(args.arquivo)), actor)
    return Resultado(asdict(found), _lines(found))


def carregar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Put the list of a file in the place of the one before."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.DENYLIST)
        lines = linhas_do_arquivo(Path(args.arquivo))
        done = servico_denylist(office).carregar(lines, actor, motivo=args.motivo)
        office.engine.aguardar_ocioso()
    terms = counted(done.termos, "termo")
    if not done.is_nova:
        return Resultado(asdict(done), [f"A mesma lista já vale ({terms}). Nada foi gravado."])
    line = f"Vale a denylist {done.versao}, de {terms}, para o que for escrito daqui em diante."
    return Resultado(asdict(done), [line])


def enviar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Send what is here and the list in force catches to moderation."""
    del args
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.DENYLIST)
        sent = servico_denylist(office).enviar(actor)
        office.engine.aguardar_ocioso()
    said = (
        f"{counted(sent.textos, 'texto')} na fila de moderação, fora de vista até alguém decidir."
    )
    lines = [said if sent.textos else "Nada a enviar: nenhum texto novo."]
    if sent.ficam:
        lines.append(f"A lista também pega, e fica como está: {em_lugares(sent.ficam)}.")
    return Resultado({"enviados": sent.textos, "ficam": dict(sent.ficam)}, lines)


def _lines(found: Previa) -> list[str]:
    lines = [
        f"{counted(found.termos, 'termo')}; {counted(found.textos, 'texto')} deste escritório lidos",
        f"pegaria {found.achados}, dos quais {found.novos} que a lista de agora não pega",
    ]
    if found.achados:
        lines.append(f"por lugar: {em_lugares(found.por_lugar)}")
    if found.deixados:
        lines.append(f"deixaria passar {found.deixados} que a lista de agora pega")
    rows = [
        (
            one.protocolo or one.demanda_id[:8],
            LUGARES[one.lugar],
            ", ".join(one.termos),
            one.trecho,
        )
        for one in found.amostra
    ]
    return [*lines, "", *table(("demanda", "em", "termos", "onde"), rows)]


def _file_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="um termo por linha; # começa uma nota")


def _load_arguments(parser: argparse.ArgumentParser) -> None:
    _file_argument(parser)
    parser.add_argument("--motivo", help="por quê; não é publicado")


VERBOS = (
    Verbo(("denylist", "mostrar"), "mostra a denylist que vale", mostrar),
    Verbo(("denylist", "prever"), "diz o que uma lista pegaria nos textos de agora", prever,
          _file_argument),
    Verbo(("denylist", "carregar"), "põe uma lista no lugar da que vale", carregar,
          _load_arguments),
    Verbo(("denylist", "enviar"), "manda à moderação os textos de agora que a lista pega", enviar),
)  # fmt: skip
