"""``demandas importar``: a whole CSV file, row by row, with a report of what was left out."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.bootstrap.captura import servico_importacao
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.arquivos import STILL_WORKING, work_done
from app.cli.comandos.atores import acting, role_argument
from app.cli.comandos.consentimentos import consent_argument, consents
from app.cli.saida import Resultado, table
from app.services.demandas import TERMOS_VERSAO
from app.services.importacao import Importacao, LinhaRecusada
from app.services.importacao_linhas import CAMPOS, CANAL, Opcoes
from app.services.permissoes import Ato
from core.kernel.errors import UserFacingError

_SHOWN: Final = 12


def importar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Import a file, or with ``--previa`` only say what would come of it."""
    given = consents(args)
    file = Path(args.arquivo)
    options = Opcoes(
        colunas=_mapping(args.coluna or ()),
        canal=args.canal,
        unidade_id=None if args.unidade is None else args.unidade.lower(),
        consentimentos=given,
        termos_versao=None if given is None else TERMOS_VERSAO,
        fonte=args.fonte,
    )
    report = (
        Path(args.relatorio) if args.relatorio else file.with_name(f"{file.stem}-recusadas.csv")
    )
    with ambiente.abrir() as office:
        done = servico_importacao(office).importar(
            file,
            options,
            acting(ambiente, office, Ato.IMPORTAR, wanted=args.papel),
            is_previa=args.previa,
            relatorio=None if args.previa and not args.relatorio else report,
            progress=ambiente.progresso("linhas"),
        )
        is_waiting = bool(done.fotos) and not work_done(office)
        office.engine.aguardar_ocioso()
    lines = _lines(done)
    if is_waiting:
        lines += ["", STILL_WORKING]
    return Resultado(_as_dict(done), lines)


def _mapping(pairs: list[str] | tuple[()]) -> dict[str, str]:
    """``campo=coluna`` pairs.

    Raises:
        UserFacingError: ``importacao.mapeamento``.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        campo, equals, column = pair.partition("=")
        if not equals or not column.strip():
            raise UserFacingError("importacao.mapeamento", texto=pair[:60])
        found[campo.strip()] = column.strip()
    return found


def _as_dict(done: Importacao) -> dict[str, Any]:
    answer = asdict(done)
    answer["previa"] = answer.pop("is_previa")
    answer["relatorio"] = None if done.relatorio is None else str(done.relatorio)
    answer["nao_usadas"] = list(done.nao_usadas)
    for row in answer["recusas"]:
        del row["celulas"]  # they stand in the report
    return answer


def _lines(done: Importacao) -> list[str]:
    columns = ", ".join(f"{campo} = {name}" for campo, name in done.colunas.items())
    lines = [
        f"{'Prévia de' if done.is_previa else 'Importação de'} {done.arquivo}",
        f"  colunas        {columns}",
    ]
    if done.nao_usadas:
        lines.append(f"  não usadas     {', '.join(done.nao_usadas)}")
    lines += [
        f"  lidas          {done.lidas}",
        f"  {'a registrar' if done.is_previa else 'registradas':14} {done.registradas}",
        f"  já registradas {done.ja_registradas}",
        f"  recusadas      {done.recusadas}",
    ]
    if "fotos" in done.colunas:
        lines.append(f"  fotos          {done.fotos}")
    if done.ignoradas:
        lines.append(f"  de totais      {done.ignoradas}")
    lines += [
        f"  sem usar       {count} valores de {campo}"
        for campo, count in done.campos_ignorados.items()
    ]
    if done.is_previa and done.amostra:
        head = ("linha", "texto", "local", "data")
        rows = [
            (one["linha"], one["texto"], one["precisao_local"], one["data_formulario"])
            for one in done.amostra
        ]
        lines += ["", *table(head, rows)]
    lines += _reasons(done)
    if done.relatorio is not None:
        lines += [
            "",
            f"As recusadas estão em {done.relatorio}: corrija ali e importe esse arquivo.",
        ]
    return lines


def _reasons(done: Importacao) -> list[str]:
    """Why rows were refused, each reason once with the first lines it holds for."""
    by_code: dict[str, list[LinhaRecusada]] = {}
    for row in done.recusas:
        by_code.setdefault(row.codigo, []).append(row)
    lines = []
    for code, rows in by_code.items():
        count = done.motivos[code]
        shown = ", ".join(str(row.linha) for row in rows[:_SHOWN])
        more = " …" if count > _SHOWN else ""
        lines += ["", f"  {count} recusadas, linhas {shown}{more}:", f"    {rows[0].frase}"]
    return lines


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", metavar="ARQUIVO.csv", help="tabela com uma demanda por linha")
    parser.add_argument("--previa", action="store_true", help="só mostra o que seria feito")
    parser.add_argument(
        "--coluna",
        action="append",
        metavar="CAMPO=COLUNA",
        help=f"de que coluna vem um campo (pode repetir); campos: {', '.join(CAMPOS)}",
    )
    parser.add_argument("--canal", default=CANAL, help="por onde chegaram as que não dizem")
    parser.add_argument("--unidade", metavar="ID", help="unidade das que não dizem onde")
    parser.add_argument("--fonte", metavar="NOME", help="de quem é a tabela e o id_externo")
    parser.add_argument("--relatorio", metavar="ARQUIVO.csv", help="onde gravar as recusadas")
    consent_argument(parser)
    role_argument(parser)


VERBOS = (
    Verbo(
        ("demandas", "importar"),
        "importa uma tabela de demandas",
        importar,
        _arguments,
        "Importa uma tabela CSV. Pode ser interrompido e repetido: a linha que já entrou é "
        "respondida como já registrada.",
    ),
)
