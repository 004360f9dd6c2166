"""``territorio importar|resolver|listar|reavaliar``: maps in, points and names answered."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TextIO

import msgspec

from app.bootstrap.territorio import territorio_service
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, table
from app.services.mensagens import Mensagens
from app.services.permissoes import Ato
from app.services.territorio import Espera, Importacao
from core.base.territorio.mapeamento import Mapeamento
from core.base.territorio.resumo import Resumo, motivos
from core.base.territorio.unidade import NIVEIS
from core.colonies.geo_territorio.queries import Filtro, UnidadeLida
from core.kernel.errors import UserFacingError

_LIMIT: Final = 50
_CLEAR: Final = "\r\x1b[K"
_LEVELS: Final = frozenset("1234567")
_KEYS: Final = ("nome", "nivel", "codigo", "municipio", "pai", "fonte")


# -- importar --------------------------------------------------------------------------------------


def importar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Import files; demands that waited for them are resolved before it answers."""
    mapping = parse_mapping(args.mapear or ())
    with ambiente.abrir() as office:
        service = territorio_service(office, ator=acting(ambiente, office, Ato.TERRITORIO))
        with _progress(ambiente.err) as progress:
            done = service.importar(
                args.arquivo,
                mapeamento=mapping,
                trocar_eixos=args.trocar_eixos,
                progresso=progress,
            )
        office.engine.aguardar_ocioso()
        waiting = service.espera()
    answer = {
        **msgspec.to_builtins(done.resumo),
        "novas": done.novas,
        "alteradas": done.alteradas,
        "iguais": done.iguais,
        "eventos": done.eventos,
        "demandas_sem_unidade": waiting.sem_unidade,
        "demandas_que_mudariam": waiting.mudariam,
    }
    return Resultado(answer, _account(done, waiting, ambiente.mensagens))


def parse_mapping(words: Sequence[str]) -> Mapeamento | None:
    """What ``--mapear CHAVE=VALOR`` says of a file's columns; None without any.

    Raises:
        UserFacingError: ``territorio.mapear_invalido``, ``territorio.mapear_sem_nome``.
    """
    said: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if key not in _KEYS or not sign or not value.strip():
            raise UserFacingError("territorio.mapear_invalido", texto=word[:60])
        said[key] = value.strip()
    if not said:
        return None
    if "nome" not in said or "nivel" not in said:
        raise UserFacingError("territorio.mapear_sem_nome")
    level, city = said["nivel"], said.get("municipio")
    is_level, is_city = level in _LEVELS, city is not None and city.isdigit()
    return Mapeamento(
        campo_nome=said["nome"],
        nivel=int(level) if is_level else None,
        campo_nivel=None if is_level else level,
        campo_codigo=said.get("codigo"),
        campo_municipio=None if is_city else city,
        municipio=city if is_city else None,
        campo_pai=said.get("pai"),
        fonte=said.get("fonte"),
    )


@contextmanager
def _progress(err: TextIO) -> Iterator[Callable[[str, int], None] | None]:
    """Files and features on one line of standard error, only where a person is watching."""
    if not err.isatty():
        yield None
        return

    def show(name: str, features: int) -> None:
        err.write(f"{_CLEAR}lendo {name}: {features} feições")
        err.flush()

    try:
        yield show
    finally:
        err.write(_CLEAR)
        err.flush()


def _account(done: Importacao, waiting: Espera, mensagens: Mensagens) -> list[str]:
    lines = [*_levels(done.resumo), ""]
    for name, found in (("reparos", done.resumo.reparos), ("recusas", done.resumo.recusas)):
        for code, times in motivos(found).items():
            lines.append(f"{name}: {times} × {mensagens.sentence(code)}")
    for file in done.resumo.arquivos:
        lines += [f"aviso: {file.arquivo}: {mensagens.sentence(code)}" for code in file.avisos]
    if done.eventos:
        lines.append(
            f"{done.novas} unidades novas, {done.alteradas} alteradas, {done.iguais} iguais às que "
            f"já estavam; {done.eventos} eventos publicados"
        )
    else:
        lines.append("Nada mudou: este território já estava importado.")
    if waiting.sem_unidade:
        lines.append(f"{waiting.sem_unidade} demandas ainda aguardam o território onde ficam")
    if waiting.mudariam:
        lines.append(f"{waiting.mudariam} demandas mudariam de unidade com os contornos novos")
    return lines


def _levels(resumo: Resumo) -> list[str]:
    head = ("nível", "", "fonte", "lidas", "com contorno", "sem contorno", "reparadas",
            "recusadas", "derivadas")  # fmt: skip
    rows = [
        (
            c.nivel,
            NIVEIS.get(c.nivel, "?"),
            c.fonte,
            c.lidas,
            c.com_geometria,
            c.sem_geometria,
            c.reparadas,
            c.recusadas,
            c.derivadas,
        )
        for c in resumo.contagens
    ]
    return table(head, rows)


# -- resolver --------------------------------------------------------------------------------------


def resolver(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A line ``lat,lng`` in, a line out, as they come."""
    with ambiente.abrir_leitura() as office:
        service = territorio_service(office, escreve=False)
        answers = service.resolver_linhas(_lines(sys.stdin))
        empty = not service.resumo()
    notices = [ambiente.mensagens.sentence("territorio.nada_importado")] if empty else []
    stream = ((answer, _in_words(line, answer, ambiente.mensagens)) for line, answer in answers)
    return Resultado(None, avisos=notices, fluxo=stream)


def _lines(source: Iterable[str]) -> Iterator[str]:
    for line in source:
        yield line.rstrip("\r\n")


def _in_words(line: str, answer: dict[str, Any], mensagens: Mensagens) -> str:
    if "erro" in answer:
        lat, _, lng = line.partition(",")
        return mensagens.sentence(answer["erro"], {"texto": line[:80], "lat": lat, "lng": lng})
    where = f"{answer['lat']}, {answer['lng']}"
    if answer["unidade_civica_id"] is None:
        return f"{where}  fora do território importado"
    return f"{where}  {' › '.join(str(link['nome']) for link in answer['cadeia'])}"


# -- listar ----------------------------------------------------------------------------------------


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Without filters the summary; with any, the units."""
    with ambiente.abrir_leitura() as office:
        service = territorio_service(office, escreve=False)
        wanted = Filtro(
            nome=args.nome,
            nivel=args.nivel,
            fonte=args.fonte,
            dentro_de=service.uf(args.uf) if args.uf else None,
            pai=args.pai,
        )
        summary = service.resumo()
        total, units = service.buscar(wanted, args.limite)
        chains = {unit.unidade_civica_id: service.cadeia(unit.unidade_civica_id) for unit in units}
    answer = {
        "resumo": [row._asdict() for row in summary],
        "total": total,
        "unidades": [
            {**unit._asdict(), "cadeia": _chain(chains[unit.unidade_civica_id])} for unit in units
        ],
    }
    if wanted == Filtro():
        return Resultado(answer, _summary_lines(answer))
    lines = table(
        ("nível", "nome", "dentro de", "código", "fonte", "contorno", "id"),
        [
            (
                unit.nivel,
                unit.nome,
                " › ".join(link.nome for link in chains[unit.unidade_civica_id][1:4]),
                unit.codigo,
                unit.fonte,
                "sim" if unit.tem_contorno else "não",
                unit.unidade_civica_id,
            )
            for unit in units
        ],
    )
    return Resultado(answer, [*lines, "", f"{len(units)} de {total} unidades"])


def _chain(links: Sequence[UnidadeLida]) -> list[dict[str, Any]]:
    return [{"nivel": link.nivel, "codigo": link.codigo, "nome": link.nome} for link in links]


def _summary_lines(answer: dict[str, Any]) -> list[str]:
    rows = [
        (row["nivel"], NIVEIS.get(row["nivel"], "?"), row["fonte"], row["unidades"], row["com_contorno"])
        for row in answer["resumo"]
    ]  # fmt: skip
    if not rows:
        return ["Nenhum território importado. Comece com: territorio importar ARQUIVO…"]
    lines = table(("nível", "", "fonte", "unidades", "com contorno"), rows)
    return [*lines, "", f"{answer['total']} unidades"]


# -- reavaliar -------------------------------------------------------------------------------------


def reavaliar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Look again at the demands that wait for their unit."""
    with ambiente.abrir() as office:
        service = territorio_service(office, ator=acting(ambiente, office, Ato.TERRITORIO))
        resolved = service.reavaliar()
        office.engine.aguardar_ocioso()
        waiting = service.espera()
    answer = {"resolvidas": resolved, "demandas_sem_unidade": waiting.sem_unidade}
    lines = [f"{resolved} demandas resolvidas, {waiting.sem_unidade} continuam sem unidade"]
    return Resultado(answer, lines)


# -- grammar ---------------------------------------------------------------------------------------


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "arquivo",
        nargs="+",
        metavar="ARQUIVO",
        help="GeoJSON (também .gz), shapefile em .zip ou GeoPackage, em EPSG:4326 ou 4674",
    )
    parser.add_argument(
        "--mapear",
        action="append",
        metavar="CHAVE=VALOR",
        help=(
            "o que dizem as colunas de um arquivo desconhecido (pode repetir): nome=COLUNA, "
            "nivel=1 a 7 ou COLUNA, codigo=COLUNA, municipio=CÓDIGO ou COLUNA, pai=COLUNA, "
            "fonte=TEXTO"
        ),
    )
    parser.add_argument(
        "--trocar-eixos", action="store_true", help="o arquivo tem a latitude antes da longitude"
    )


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nome", help="parte do nome, com ou sem acentos")
    parser.add_argument("--nivel", type=int, choices=sorted(NIVEIS), help="1 setor … 7 país")
    parser.add_argument("--fonte", help="quem publica o contorno, ex.: ibge, municipio:3550308")
    parser.add_argument("--uf", help="só dentro deste estado: sigla, código ou nome")
    parser.add_argument("--pai", metavar="ID", help="só as que ficam logo abaixo desta unidade")
    parser.add_argument("--limite", type=page_size, default=_LIMIT, help="quantas mostrar")


VERBOS = (
    Verbo(
        ("territorio", "importar"),
        "importa mapas de municípios, bairros e outras unidades",
        importar,
        _import_arguments,
    ),
    Verbo(
        ("territorio", "resolver"),
        "lê linhas lat,lng e diz em que unidade cada ponto fica",
        resolver,
    ),
    Verbo(("territorio", "listar"), "mostra as unidades importadas", listar, _list_arguments),
    Verbo(
        ("territorio", "reavaliar"),
        "olha de novo as demandas que aguardam território",
        reavaliar,
    ),
)
