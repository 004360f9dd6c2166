"""``demonstracao``: a small council's five months, told by one demand with its draw verified."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.conselheiros import servico_sorteio
from app.bootstrap.revisao import servico_linha_do_tempo
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.linha_do_tempo import entrada
from app.cli.comandos.sorteio import drawn_for_programs, drawn_in_steps
from app.cli.demonstracao import build_demonstration
from app.cli.saida import INTEGRITY, OK, Resultado, counted
from app.services.auditoria import AuditoriaService
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from core.colonies.d6a_sorteio.queries import Sorteado
from core.kernel.errors import UserFacingError

PAGE: Final = 500
CHOICES: Final = 5
DONE: Final = "demanda_concluida"


def demonstracao(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Build the office where it is not there yet, then tell; exit 4 where a draw is not right."""
    if args.banco is not None:
        raise UserFacingError("demonstracao.so_em_pasta")
    place = ambiente.lugar if args.dados else place_of(None, None, is_demo=True)
    is_new = build_demonstration(ambiente, place)
    with replace(ambiente, lugar=place).abrir_leitura() as office:
        if not office.escritorio.is_demo:
            raise UserFacingError("demonstracao.nao_e", pasta=str(place.dados))
        told = story_of(office, ambiente.mensagens, args.demanda)
    return replace(told, dados={**told.dados, "nova": is_new})


def story_of(office: Aplicacao, mensagens: Mensagens, demanda: str | None = None) -> Resultado:
    """The story of a demand with its draws made again; code 4 where one is not right.

    Args:
        office: an open demonstration.
        mensagens: sentences.
        demanda: which; None takes a concluded one that was drawn among many names.

    Raises:
        UserFacingError: ``demonstracao.sem_historia``; as ``find_demand_id``.
    """
    draws = _draws_by_demand(office)
    timelines = servico_linha_do_tempo(office)
    choices = [demanda] if demanda else _most_eventful(draws)[:CHOICES]
    stories = [timelines.historia(who) for who in choices]
    story = next((one for one in stories if one.titulo), stories[0])
    found = AuditoriaService(office.leitor).verificar_sorteios(story.demanda_id)
    events = office.saude.overview().total_eventos
    total = sum(map(len, draws.values()))
    answer = {
        "pasta": str(office.escritorio.data_dir),
        "eventos": events,
        "sorteios": total,
        "demanda_id": story.demanda_id,
        "titulo": story.titulo,
        "situacao": story.situacao,
        "historia": [entrada(one) for one in story.entradas],
        "sorteios_conferidos": [drawn_for_programs(one, mensagens) for one in found.mostrados],
        "ok": found.is_right,
    }
    lines = [
        f"{office.escritorio.nome}, em {office.escritorio.data_dir}",
        f"{counted(events, 'evento')}, {counted(total, 'sorteio')}",
        "Todas as pessoas, ruas e pedidos são inventados.",
        "",
        f"A história de uma demanda: {story.titulo or 'sem título público'}",
        *(f"  {office.tempo.curto(one.quando_ms)}  {one.frase}" for one in story.entradas),
        "",
        "Os seus sorteios, refeitos só com o registro:",
        *(line for one in found.mostrados for line in drawn_in_steps(one, found, mensagens)),
        *_goes_on(story.demanda_id),
    ]
    return Resultado(answer, lines, OK if found.is_right else INTEGRITY)


def _goes_on(demanda_id: str) -> Iterator[str]:
    yield "Para ver mais, com --demonstracao:"
    for verb in (
        f"linha-do-tempo {demanda_id[:8]}",
        f"sorteio verificar --demanda {demanda_id[:8]}",
        "sorteio verificar --todos",
        "ranking verificar --todas",
        "painel",
    ):
        yield f"  python -m app --demonstracao {verb}"


def _draws_by_demand(office: Aplicacao) -> dict[str, list[Sorteado]]:
    """Demand -> its draws."""
    service = servico_sorteio(office)
    found: dict[str, list[Sorteado]] = {}
    after: str | None = None
    while True:
        page = service.listar(limite=PAGE, depois=after)
        for one in page.sorteios:
            found.setdefault(one.demanda_id, []).append(one)
        after = page.depois
        if after is None:
            return found


def _most_eventful(draws: dict[str, list[Sorteado]]) -> list[str]:
    """Demands that came to their end, those drawn among the most names first.

    Raises:
        UserFacingError: ``demonstracao.sem_historia``.
    """
    done = {
        who: (max(one.total_elegiveis or 0 for one in found), len(found))
        for who, found in draws.items()
        if any(one.motivo_encerramento == DONE for one in found)
    }
    if not done:
        raise UserFacingError("demonstracao.sem_historia")
    return sorted(done, key=lambda who: (-done[who][0], -done[who][1], who))


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--demanda",
        metavar="ID",
        help="qual contar; sem isto, uma concluída, sorteada entre mais nomes",
    )


VERBOS = (
    Verbo(
        ("demonstracao",),
        "monta um escritório inventado e conta uma demanda, com o sorteio refeito",
        demonstracao,
        _arguments,
        descricao="Sem --dados, usa a pasta da demonstração. Um escritório de demonstração fica "
        "marcado assim para sempre e não entra em rede nenhuma.",
    ),
)
