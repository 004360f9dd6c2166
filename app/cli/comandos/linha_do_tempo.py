"""``linha-do-tempo``: what happened to a demand, in plain words, public parts only."""

from __future__ import annotations

import argparse
from typing import Any

from app.bootstrap.revisao import servico_linha_do_tempo
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.saida import Resultado
from app.services.linha_do_tempo import PAGE, Entrada
from core.kernel.clock import format_timestamp


def linha_do_tempo(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A page of the public timeline of a demand, newest first."""
    with ambiente.abrir_leitura() as office:
        found = servico_linha_do_tempo(office).ler(args.demanda, args.limite, args.depois)
        answer = {
            "demanda_id": found.demanda_id,
            "titulo": found.titulo,
            "situacao": found.situacao,
            "eventos": [entrada(one) for one in found.entradas],
            "depois": found.depois,
        }
        lines = [
            found.titulo or "Demanda sem título público",
            found.demanda_id,
            "",
            *(f"{office.tempo.curto(one.quando_ms)}  {one.frase}" for one in found.entradas),
            "",
            f"horário de {office.tempo.zona}",
        ]
    if found.depois is not None:
        lines.append(f"mais antigas: linha-do-tempo {args.demanda} --depois {found.depois}")
    return Resultado(answer, lines)


def entrada(one: Entrada) -> dict[str, Any]:
    """A line of a timeline for programs."""
    return {
        "event_id": one.event_id,
        "event_hash": one.carimbo,
        "tipo": one.tipo,
        "timestamp": format_timestamp(one.quando_ms),
        "frase": one.frase,
        "publico": one.publico,
        "retida": one.is_retida,
    }


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("demanda", help="protocolo, id, ou os 8 primeiros caracteres do id")
    parser.add_argument("--limite", type=page_size, default=PAGE, help=f"quantas (padrão {PAGE})")
    parser.add_argument("--depois", metavar="PONTO", help="onde a página anterior parou")


VERBOS = (
    Verbo(
        ("linha-do-tempo",), "mostra o que aconteceu com uma demanda", linha_do_tempo, _arguments
    ),
)
