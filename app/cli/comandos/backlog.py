"""``backlog mostrar``: which demands of a unit are worked on next, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, Final

from app.bootstrap.agenda import servico_agenda
from app.bootstrap.transparencia import situacoes
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, counted, table
from app.services.agenda import Backlog, ItemDoBacklog
from app.services.situacoes import Situacoes
from app.services.unidades import place_name
from app.settings.tempo import FormatoTempo
from core.kernel.clock import parse_timestamp

_HEAD: Final = (
    "posição", "demanda", "título", "situação", "pontos", "nível", "categoria", "grupo", "desde"
)  # fmt: skip
_SHORT: Final = 40


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The agenda of exactly one unit."""
    with ambiente.abrir_leitura() as office:
        found = servico_agenda(office).mostrar(args.unidade)
        return Resultado(_answer(found), _lines(found, office.tempo, situacoes(office)))


def _answer(found: Backlog) -> dict[str, Any]:
    agenda = found.agenda
    return {
        "unidade": found.unidade._asdict(),
        "capacidade": agenda.capacidade,
        "nivel_nao_vencido": agenda.nivel_nao_vencido,
        "vagas_por_nivel": {str(nivel): n for nivel, n in agenda.vagas_por_nivel.items()},
        "versao_parametros": agenda.versao_parametros,
        "gerada_em": agenda.gerada_em,
        "por_situacao": dict(found.por_situacao),
        "itens": [
            {
                "posicao": one.item.posicao,
                "demanda_id": one.item.demanda_id,
                "protocolo": None if one.demanda is None else one.demanda.protocolo,
                "titulo": None if one.demanda is None else one.demanda.titulo,
                "situacao": one.situacao,
                "score_final": one.item.score,
                "nivel_precedencia": one.item.nivel_precedencia or None,
                "categoria_id": one.item.categoria_id or None,
                "grupo_id": one.item.grupo_id,
                "conselheiro_id": one.item.conselheiro_id,
                "entrou_em": one.item.entrou_em,
                "anunciado_em": one.item.anunciado_em,
                "vaga_cedida_em": one.item.vaga_cedida_em,
            }
            for one in found.itens
        ],
    }


def _lines(found: Backlog, tempo: FormatoTempo, palavras: Situacoes) -> list[str]:
    agenda = found.agenda
    if agenda.nivel_nao_vencido is None:
        order = "nenhum nível a priorizar por peso situacional: valem só os pontos"
    else:
        shares = ", ".join(f"nível {nivel}: {n}" for nivel, n in agenda.vagas_por_nivel.items())
        order = f"nível {agenda.nivel_nao_vencido} primeiro; vagas: {shares}"
    letters = _letters(one.item.grupo_id for one in found.itens)
    rows = [_row(one, letters, tempo, palavras) for one in found.itens]
    counts = [f"{n} {palavras.of(name).nome.lower()}" for name, n in found.por_situacao.items()]
    return [
        place_name(found.unidade),
        f"{counted(agenda.capacidade, 'vaga')}; parâmetros {agenda.versao_parametros}; {order}",
        "",
        *(table(_HEAD, rows) if rows else ["Nenhuma demanda na agenda."]),
        "",
        ", ".join(counts) or "nenhuma demanda ranqueada",
        f"horário de {tempo.zona}",
    ]


def _row(
    one: ItemDoBacklog, letters: dict[str, str], tempo: FormatoTempo, palavras: Situacoes
) -> tuple[Any, ...]:
    item, demanda = one.item, one.demanda
    return (
        item.posicao,
        (demanda and demanda.protocolo) or item.demanda_id,
        ((demanda and demanda.titulo) or "–")[:_SHORT],
        palavras.of(one.situacao).nome,
        f"{item.score:.2f}",
        item.nivel_precedencia or None,
        item.categoria_id or None,
        letters.get(item.grupo_id or "", ""),
        tempo.curto(parse_timestamp(item.entrou_em)),
    )


def _letters(groups: Iterable[str | None]) -> dict[str, str]:
    """A short name for each group, in the order they come: A, B, … Z, A2 …"""
    known = list(dict.fromkeys(group for group in groups if group is not None))
    return {
        group: chr(ord("A") + n % 26) + (str(n // 26 + 1) if n >= 26 else "")
        for n, group in enumerate(known)
    }


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unidade", required=True, metavar="UNIDADE", help="id, código ou nome da unidade"
    )


VERBOS = (
    Verbo(
        ("backlog", "mostrar"),
        "mostra a agenda de uma unidade: o que se faz primeiro, e por quê",
        mostrar,
        _arguments,
        "Mostra exatamente a unidade pedida, sem as que ficam abaixo dela.",
    ),
)
