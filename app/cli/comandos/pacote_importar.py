"""``pacote importar``: take in what another office registered, verified, or rehearse it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.bootstrap.pacotes import identidade_age, importer_of
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, counted
from app.services.permissoes import Ato
from core.sync.importing.codes import APPLIED, CONTESTED, LATER, PENDING, WITHOUT
from core.sync.importing.outcome import (
    AGAIN,
    IMPORTED,
    PARTLY,
    REFUSED,
    WAITING,
    FeedOutcome,
    ImportOutcome,
)

_TITLES: Final = {
    IMPORTED: "IMPORTADO",
    PARTLY: "IMPORTADO EM PARTE",
    AGAIN: "JÁ IMPORTADO: nada mudou",
    REFUSED: "RECUSADO: nada foi importado",
    WAITING: "IMPORTADO, e uma parte espera",
}
_STATES: Final = (
    (APPLIED, "{} com efeito"),
    (LATER, "{} de tipo que este programa ainda não conhece, para guardar e repassar"),
    (WITHOUT, "{} sem efeito"),
    (CONTESTED, "{} em contestação"),
    (PENDING, "{} à espera"),
)


def importar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Copy, verify, import; exit 0 where nothing was refused, else 4."""
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.TROCAR)
        importer, progress = importer_of(app), ambiente.progresso("conferindo")
        identity = None if args.restrito is None else identidade_age(app, ambiente.senha)
        outcome = importer.import_bundle(Path(args.arquivo), ensaio=args.ensaio, progress=progress)
        sealed = None
        if identity is not None and outcome.estado != REFUSED:
            sealed = importer.import_restricted(
                Path(args.restrito), identity, ensaio=args.ensaio, progress=progress
            )
        app.engine.aguardar_ocioso()
    answer = resultado(ambiente, outcome)
    if sealed is None:
        return answer
    second = resultado(ambiente, sealed)
    return Resultado(
        {**answer.dados, "restrito": second.dados},
        [*answer.linhas, "Partes restritas:", *second.linhas],
        max(answer.codigo, second.codigo),
    )


def resultado(ambiente: Ambiente, outcome: ImportOutcome) -> Resultado:
    """The outcome as an answer."""

    def sentence(code: str) -> str:
        return ambiente.mensagens.sentence(f"motivo.{code}")

    return Resultado(outcome.value(sentence), _lines(outcome, sentence), outcome.saida)


def _lines(outcome: ImportOutcome, sentence: Callable[[str], str]) -> list[str]:
    """The outcome for people."""
    lines = [_TITLES[outcome.estado]]
    if outcome.ensaio:
        lines[0] = f"ENSAIO, nada foi gravado. Seria: {lines[0]}"
    if outcome.motivo is not None:
        lines += [f"  {sentence(outcome.motivo)}", f"  SHA-256 {outcome.sha256}"]
        if not outcome.ensaio:
            lines.append("  O arquivo foi para a quarentena: quarentena listar")
        return lines
    if outcome.estado == AGAIN:
        return lines
    lines.append(f"  {counted(outcome.novos, 'evento')} a mais")
    if outcome.partes:
        lines.append(f"  {counted(outcome.partes, 'parte')} a mais em eventos que já estavam aqui")
    lines += [
        f"    {text.format(outcome.estados[state])}"
        for state, text in _STATES
        if outcome.estados[state]
    ]
    lines += [f"  {count:>8}  {tipo}" for tipo, count in sorted(outcome.tipos.items())]
    lines += [line for feed in outcome.feeds for line in _feed_lines(feed, sentence)]
    lines += [f"  ATENÇÃO: {sentence(code)}" for code in sorted(outcome.alarmes)]
    for code, count in sorted(outcome.marcados.items()):
        lines.append(f"  {counted(count, 'evento')}: {sentence(code)}")
        named = [one for one in outcome.nomeados if one.codigo == code]
        lines += [f"    {one.carimbo[:16]}  {one.no[:8]} posição {one.seq}" for one in named[:5]]
    if outcome.criticos:
        lines.append(
            f"  {counted(outcome.criticos, 'evento')} de que decisões dependem: até que o programa "
            "seja atualizado, sorteios e outras decisões ficam suspensos."
        )
    if any(feed.espera_em is not None for feed in outcome.feeds):
        lines.append("Para pedir o que falta: pacote pedido --saida PASTA")
    return lines


def _feed_lines(feed: FeedOutcome, sentence: Callable[[str], str]) -> list[str]:
    name = f"  {feed.no[:8]} época {feed.epoca}: "
    news = "nada novo" if not feed.novos else f"{counted(feed.novos, 'evento')} a mais"
    lines = [name + news]
    if feed.motivo is not None:
        lines.append(f"    {sentence(feed.motivo)}")
    if feed.espera_em is not None:
        lines.append(f"    a partir do evento {feed.espera_em}; falta {feed.falta}")
    return lines


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="o pacote")
    parser.add_argument(
        "--restrito",
        metavar="ARQUIVO",
        help="o segundo arquivo, .restrito.zip.age, que só este escritório abre",
    )
    parser.add_argument(
        "--ensaio", action="store_true", help="diz o que seria importado e não grava nada"
    )


VERBOS = (
    Verbo(("pacote", "importar"), "importa o que outro escritório registrou", importar, _file),
)
