"""``parametros mostrar|carregar``: the weights of the ranking and the capacities of the agendas."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.bootstrap.ranking import servico_parametros
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, counted, table
from app.services.permissoes import Ato
from core.base.parametros.conjunto import NIVEIS, Parametros, number_of
from core.kernel.clock import parse_timestamp


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The set in force; ``parametros`` of its JSON is what ``carregar`` reads."""
    with ambiente.abrir_leitura() as office:
        service = servico_parametros(office, escreve=False)
        found = service.em_vigor()
        names = service.nomes(found.parametros)
        told = found.parametros
        since = (
            "os que vêm com o programa"
            if found.carregado_em is None
            else f"desde {office.tempo.curto(parse_timestamp(found.carregado_em))}"
        )
    answer = {
        "parametros": _document(told),
        "hash_conteudo": found.hash_conteudo,
        "carregado_em": found.carregado_em,
    }
    lines = [
        f"Parâmetros em vigor: {told.versao}, {since}",
        f"carimbo do conteúdo: {found.hash_conteudo}",
        "",
        *table(
            ("nível", "peso nacional"),
            [(nivel, _decimal(number_of(told.peso_nacional(nivel)))) for nivel in NIVEIS],
        ),
        "",
        f"capacidade das agendas: {told.capacidade_padrao}, onde não há outra",
        *_units(told, names),
    ]
    return Resultado(answer, lines)


def carregar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Put the set of a file in force and wait until every demand has its new score."""
    with ambiente.abrir() as office:
        service = servico_parametros(office)
        done = service.carregar(Path(args.arquivo), acting(ambiente, office, Ato.PARAMETROS))
        office.engine.aguardar_ocioso()
        changed = 0 if done.ja_em_vigor else service.recalculadas(done.versao)
    answer = {
        "versao": done.versao,
        "hash_conteudo": done.hash_conteudo,
        "ja_em_vigor": done.ja_em_vigor,
        "recalculadas": changed,
    }
    if done.ja_em_vigor:
        line = f"Os parâmetros {done.versao} já estão em vigor. Nada foi gravado."
        return Resultado(answer, [line])
    return Resultado(
        answer,
        [
            f"Em vigor: {done.versao}.",
            f"{counted(changed, 'demanda')} com pontos calculados por estes parâmetros.",
        ],
    )


def _document(told: Parametros) -> dict[str, Any]:
    """In the form that a file has."""
    return {
        "versao": told.versao,
        "capacidade_padrao": told.capacidade_padrao,
        "pesos_nacionais": {str(nivel): number_of(told.peso_nacional(nivel)) for nivel in NIVEIS},
        "pesos_situacionais": {
            unit: {str(nivel): number_of(peso) for nivel, peso in sorted(weights.items())}
            for unit, weights in sorted(told.pesos_situacionais.items())
        },
        "capacidades": dict(sorted(told.capacidades.items())),
    }


def _units(told: Parametros, names: dict[str, str]) -> list[str]:
    units = sorted(told.unidades(), key=lambda unit: (names.get(unit, ""), unit))
    if not units:
        return ["nenhuma unidade tem pesos ou capacidade próprios: o peso situacional é 1"]
    rows = [
        (
            names.get(unit, "–"),
            unit,
            *(_weight(told, unit, nivel) for nivel in NIVEIS),
            told.capacidade(unit),
        )
        for unit in units
    ]
    head = ("unidade", "identificador", *(f"n{nivel}" for nivel in NIVEIS), "capacidade")
    return ["", "peso situacional por nível (– vale 1):", *table(head, rows)]


def _weight(told: Parametros, unit: str, nivel: int) -> str:
    if told.is_situacional_padrao(unit, nivel):
        return "–"
    return _decimal(number_of(told.peso_situacional(unit, nivel)))


def _decimal(value: float) -> str:
    return f"{value:g}".replace(".", ",")


def _load_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="JSON ou TOML; o manual traz um exemplo")


VERBOS = (
    Verbo(("parametros", "mostrar"), "mostra os pesos e as capacidades em vigor", mostrar),
    Verbo(("parametros", "carregar"), "põe outros em vigor e recalcula o ranking", carregar,
          _load_arguments),
)  # fmt: skip
