"""``auditar``: a bundle opened to be looked at, without importing and without any office.

With a display it opens the auditor's window; with ``--saida``, ``--texto``, ``--json`` or without a
display it answers here.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.bootstrap.auditoria import servico_de_pacotes, servico_pacotes_do_escritorio
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.pacote import add_key_arguments
from app.cli.saida import INTEGRITY, OK, Resultado, counted
from app.cli.tela import has_display
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.impressos.relatorio_pacote import relatorio_do_pacote
from app.services.pacote_auditado import NAO_PROVA, PacoteAuditado
from app.services.pacote_cifrado import Chave
from app.services.relatorio_auditoria import gravar, nome_do_arquivo, valor
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from core.kernel.errors import EnvironmentFault

_SHOWN: Final = 20


def auditar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Everything that a bundle shows; exit 0 or 4."""
    service, clock = servico_de_pacotes(ambiente.mensagens)
    is_here = args.saida is not None or args.json or args.texto or args.chave or args.abrir
    if has_display() and not is_here:
        from app.desktop.auditoria import run_audit  # noqa: PLC0415 # loads Qt

        tempo = FormatoTempo(DEFAULT_ZONE, clock)
        run_audit(Path(args.arquivo), service, ambiente.mensagens, ambiente.recursos, tempo)
        return Resultado({})
    found = _found(ambiente, args, service)
    answer, lines = valor(found), list(_lines(found))
    if args.saida is not None:
        tempo = FormatoTempo(DEFAULT_ZONE, clock)
        written = [str(path) for path in _write(found, Path(args.saida), tempo)]
        answer["gravados"] = written
        lines += ["", *(f"Gravado: {path}" for path in written)]
    return Resultado(answer, lines, OK if found.is_certo else INTEGRITY)


def _found(
    ambiente: Ambiente, args: argparse.Namespace, service: AuditoriaDePacotes
) -> PacoteAuditado:
    """What the bundle shows; an encrypted one with the key that was named."""
    path, progress = Path(args.arquivo), ambiente.progresso("abrindo, por cento")
    if args.chave is not None:
        return service.abrir(path, progress, chave=Chave(Path(args.chave)))
    if not args.abrir:
        return service.abrir(path, progress)
    with ambiente.abrir_leitura() as app:
        own = servico_pacotes_do_escritorio(app)
        return own.abrir(path, progress, chave=Chave(senha=ambiente.senha))


def _write(found: PacoteAuditado, folder: Path, tempo: FormatoTempo) -> Iterator[Path]:
    """The report as JSON and as PDF."""
    from app.desktop.papel import save_pdf  # noqa: PLC0415 # loads Qt

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault("pacote.pasta_recusada", pasta=str(folder)) from error
    as_json, as_pdf = (folder / nome_do_arquivo(found, end) for end in ("json", "pdf"))
    gravar(found, as_json)
    yield as_json
    save_pdf(relatorio_do_pacote(found, tempo), as_pdf)
    yield as_pdf


def _lines(found: PacoteAuditado) -> Iterator[str]:
    yield found.palavra.upper()
    if found.motivo:
        yield f"  {found.motivo}" + (f" ({found.onde})" if found.onde else "")
    if found.sobre_restrito:
        yield f"  {found.sobre_restrito}"
    yield f"  SHA-256 {found.sha256}"
    if found.is_demonstracao:
        yield "  é de um escritório de demonstração: os dados são inventados"
    if found.no is not None:
        yield f"  entregue por {found.nome_do_no or found.no[:8]}, rede {(found.rede or '')[:8]}"
    yield from (f"  impressão da raiz (compare com o seu papel): {one}" for one in found.raizes)
    for feed in found.fluxos[:_SHOWN]:
        result = feed.frase or f"confere, {counted(feed.eventos, 'evento')}"
        yield f"  fluxo {feed.nome or feed.no[:8]}, época {feed.epoca}: {result}"
    for finding in found.achados[:_SHOWN]:
        place = "" if finding.seq is None else f" no evento {finding.seq} de {finding.no}"
        yield f"  aviso{place}: {finding.frase}"
    if found.aviso:
        yield found.aviso
    again = found.refeito
    if again is not None:
        yield (
            f"Refeitos: {counted(again.sorteios, 'sorteio')}, "
            f"{again.tentativas + again.suspensoes} tentativas e fins de suspensão, "
            f"{again.pontuacoes} pontuações, {again.topos} topos."
        )
        for one in [line for line in again.lista if not line.is_certo][:_SHOWN]:
            yield f"  NÃO CONFERE o sorteio {one.carimbo[:12]} (evento {one.seq}): {one.frase}"
        for other in again.diferencas[:_SHOWN]:
            yield f"  NÃO CONFERE a pontuação {other.carimbo[:12]}: {other.frase}"
        wrong = again.sorteios_divergentes + again.ranking_divergentes
        yield f"Não conferem: {wrong}." if wrong else "Tudo o que foi refeito confere."
    yield "O que isto não prova:"
    yield from (f"  - {one}" for one in NAO_PROVA)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="o pacote")
    parser.add_argument(
        "--saida", metavar="PASTA", help="grava o relatório ali, em PDF e em JSON, sem janela"
    )
    add_key_arguments(parser)
    parser.add_argument("--texto", action="store_true", help="responde no terminal, sem janela")


VERBOS = (
    Verbo(
        ("auditar",), "abre um pacote para auditar, sem importar e sem escritório", auditar,
        _arguments,
    ),
)  # fmt: skip
