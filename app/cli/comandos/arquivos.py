"""Files that verbs take in, the slow work that follows, and ``arquivos recolher``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import servico_midias
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, counted
from app.services.escrita import Ator
from app.services.midias import MidiaGuardada
from app.services.permissoes import Ato
from core.kernel.errors import UserFacingError

WAIT_S: Final = 60.0
"""How long a verb waits for files to be looked at and described."""


def file_argument(parser: argparse.ArgumentParser) -> None:
    """The option that names files, the same at every verb that takes some."""
    parser.add_argument(
        "--arquivo",
        action="append",
        metavar="CAMINHO",
        help="foto, gravação ou documento (pode repetir, até dez)",
    )


STILL_WORKING: Final = (
    "Os arquivos ainda estão sendo examinados; a demanda aparece nas listas quando isso acabar, na "
    "próxima vez que o escritório for aberto."
)


def received_files(
    office: Aplicacao,
    paths: Sequence[str],
    actor: Ator,
    *,
    ato: Ato = Ato.REGISTRAR,
    demanda_id: str | None = None,
    recusa: str = "captura.arquivo_recusado",
) -> tuple[MidiaGuardada, ...]:
    """The files that a call names, cleaned and stored; all of them, or none is attached.

    Args:
        office: open for writing.
        paths: as typed.
        actor: whose act.
        ato: what they are taken for.
        demanda_id: a demand that there is already, and that they go to.
        recusa: the sentence around why one is not accepted.

    Raises:
        UserFacingError: ``midia.*``: why one is not accepted.
        EnvironmentFault: ``anexo.nao_gravado``, ``midia.nao_lida``.
    """
    if not paths:
        return ()
    found = servico_midias(office).receber(
        [Path(one) for one in paths], actor, ato=ato, demanda_id=demanda_id
    )
    if found.recusas:
        label, refusal = found.recusas[0]
        raise UserFacingError(
            recusa,
            arquivo=label,
            motivo=office.mensagens.sentence(refusal.code, refusal.params),
        ) from refusal
    return found.guardadas


def work_done(office: Aplicacao) -> bool:
    """Wait for slow work, up to a minute; False where it goes on."""
    try:
        office.engine.aguardar_ocioso(trabalhos=True, timeout_s=WAIT_S)
    except TimeoutError:
        return False
    return True


def recolher(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Delete the objects of removed files, and those that nothing has referred to for three days."""
    del args
    with ambiente.abrir() as office:
        acting(ambiente, office, Ato.COPIAS)
        found = servico_midias(office).recolher()
        office.engine.aguardar_ocioso(trabalhos=True)
    answer = {"removidos": found.removidos, "sem_dono": found.sem_dono}
    lines = [
        f"Apagados: {counted(found.removidos, 'objeto')} de arquivos removidos.",
        f"Apagados: {counted(found.sem_dono, 'objeto')} que nada usava havia mais de três dias.",
    ]
    return Resultado(answer, lines)


VERBOS = (
    Verbo(
        ("arquivos", "recolher"),
        "apaga do disco arquivos removidos ou que nada usa",
        recolher,
        lambda _parser: None,
    ),
)
