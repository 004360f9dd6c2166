"""``escritorio configurar``: the office's name, zone, units and bounding box."""

from __future__ import annotations

import argparse

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado
from app.services.permissoes import Ato
from core.base.territorio.coordenadas import ler_numero
from core.colonies.escritorio.api import configurar as decide_configuration
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.errors import UserFacingError

_SIDES = ("sul", "oeste", "norte", "leste")


def configurar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Publish a configuration; what is not named stays as it is."""
    box = None if args.caixa is None else _box(args.caixa)
    with ambiente.abrir() as office:
        no = office.aberto.installation.no
        with office.leitor.ler() as (cursor, dialect):
            present = read_escritorio(cursor, dialect, no)
        decide = decide_configuration(
            no,
            args.nome or (present.nome if present else ""),
            args.fuso or (present.fuso if present else office.tempo.zona),
            args.unidade or (present.unidades if present else ()),
            caixa=box or (present.caixa if present else None),
            is_demo=office.aberto.installation.demonstracao,
            ator=acting(ambiente, office, Ato.ESCRITORIO),
        )
        office.engine.executar("ESC", decide).result()
        office.engine.aguardar_ocioso()
        with office.leitor.ler() as (cursor, dialect):
            now = read_escritorio(cursor, dialect, no)
    if now is None:
        raise UserFacingError("instalacao.incompleta")
    answer = {
        "nome": now.nome, "fuso": now.fuso, "unidades": list(now.unidades), "caixa": now.caixa
    }  # fmt: skip
    return Resultado(answer, [f"{now.nome} · horário de {now.fuso}"])


def _box(text: str) -> dict[str, float]:
    """``sul;oeste;norte;leste`` in degrees, comma or point.

    Raises:
        UserFacingError: ``escritorio.caixa_invalida``.
    """
    numbers = text.split(";")
    if len(numbers) != len(_SIDES):
        raise UserFacingError("escritorio.caixa_invalida")
    return dict(zip(_SIDES, map(ler_numero, numbers), strict=True))


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nome", help="nome nos comprovantes")
    parser.add_argument("--fuso", metavar="ZONA", help="fuso horário, ex.: America/Manaus")
    parser.add_argument(
        "--unidade", action="append", metavar="ID", help="unidade que o escritório atende"
    )
    parser.add_argument(
        "--caixa",
        metavar="S;O;N;L",
        help="área onde se registra: sul;oeste;norte;leste em graus; sem ela, fica a que está",
    )


VERBOS = (
    Verbo(
        ("escritorio", "configurar"),
        "muda nome, fuso, unidades e área do escritório",
        configurar,
        _arguments,
    ),
)
