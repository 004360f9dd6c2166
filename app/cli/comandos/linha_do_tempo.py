"""``linha-do-tempo``: what happened to a demand, in plain words, public parts only."""

from __future__ import annotations

import argparse

from app.bootstrap.revisao import servico_linha_do_tempo
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado
from core.kernel.clock import format_timestamp


def linha_do_tempo(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """The public timeline of a demand."""
    with ambiente.abrir_leitura() as office:
        found = servico_linha_do_tempo(office).ler(args.demanda)
        answer = {
            "demanda_id": found.demanda_id,
            "titulo": found.titulo,
            "eventos": [
                {
                    "sequence_number": one.numero,
                    "event_id": one.event_id,
                    "event_hash": one.carimbo,
                    "tipo": one.tipo,
                    "timestamp": format_timestamp(one.quando_ms),
                    "frase": one.frase,
                    "publico": one.publico,
                }
                for one in found.entradas
            ],
        }
        lines = [
            found.titulo or "Demanda sem título público",
            found.demanda_id,
            "",
            *(f"{office.tempo.curto(one.quando_ms)}  {one.frase}" for one in found.entradas),
            "",
            f"horário de {office.tempo.zona}",
        ]
    return Resultado(answer, lines)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("demanda", help="protocolo, id, ou as 8 primeiras letras do id")


VERBOS = (
    Verbo(
        ("linha-do-tempo",), "mostra o que aconteceu com uma demanda", linha_do_tempo, _arguments
    ),
)
