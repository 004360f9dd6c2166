"""``pacote exportar|inspecionar|verificar|pedido``: signed bundles for other offices and auditors.

``verificar`` and ``inspecionar`` open no office: they work on a machine that has none.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from app.bootstrap.pacotes import abrir_restrito, exporter_of, ler_pedido_de, pedido_de
from app.bootstrap.pen_drive import gravar_levado
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado, counted
from app.services.pacote_auditado import CIFRADO, RESTRITO
from app.services.pacote_cifrado import Chave, aberto, ao_lado, identidade_de
from app.services.permissoes import Ato
from core.kernel.errors import UserFacingError
from core.kernel.header import is_label
from core.sync.export import Wish, export_bundle
from core.sync.report import ACCEPTED, BundleReport, FeedReport
from core.sync.source import FileSource, sha256_of
from core.sync.verification import verify_bundle

_SHOWN: Final = 20


def exportar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Sign what is owed, write the bundle, read it again; only then is it safe to remove."""
    with ambiente.abrir() as app:
        if args.restrito:
            acting(ambiente, app, Ato.COPIAS)
    with ambiente.abrir_leitura() as app:
        exporter = exporter_of(app, ambiente.senha)
        request = None if args.pedido is None else ler_pedido_de(Path(args.pedido), exporter.chain)
        readers = {_node(text) for text in args.para}
        if request is not None:
            readers.add(request.no)
        wish = Wish(tuple(sorted(readers)), request, args.restrito)
        made = export_bundle(
            exporter,
            wish,
            Path(args.saida),
            lambda stage, done, total: ambiente.progresso(stage)(done, total),
        )
    report = made.relatorio
    events = sum(feed.eventos for feed in report.feeds)
    answer = {
        "arquivo": str(made.arquivo),
        "restrito": None if made.restrito is None else str(made.restrito),
        "sha256": made.sha256,
        "bytes": made.tamanho,
        "eventos": events,
        "feeds": [
            {"no": feed.no, "epoca": feed.epoca, "de": feed.de, "ate": feed.ate}
            for feed in report.feeds
        ],
        "demonstracao": exporter.demonstracao,
    }
    lines = [
        f"Pacote gravado, relido e conferido: {made.arquivo}",
        f"  {counted(events, 'evento')}, {made.tamanho} bytes",
        f"  SHA-256 {made.sha256}",
    ]
    if made.restrito is not None:
        lines.append(f"  partes restritas, cifradas: {made.restrito}")
    if exporter.demonstracao:
        lines.append("  É de uma demonstração: pode ser conferido, não importado.")
    lines.append("O pen drive pode ser retirado.")
    return Resultado(answer, lines)


def verificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify a bundle without any office; exit 0 or 4."""
    report = _report(ambiente, args)
    return Resultado(_value(ambiente, report), _lines(ambiente, report, args), report.saida)


def inspecionar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify, and say what is inside: files, recipients, types of events."""
    report = _report(ambiente, args)
    manifest = report.manifesto
    files = [] if manifest is None else manifest.arquivos
    listed = [{"nome": i.nome, "sha256": i.sha256, "tamanho": i.tamanho} for i in files]
    lines = _lines(ambiente, report, args)
    lines += [f"  {count:>8}  {tipo}" for tipo, count in sorted(report.tipos.items())]
    lines += [f"  {item.tamanho:>12}  {item.nome}" for item in files[:_SHOWN]]
    if len(files) > _SHOWN:
        lines.append(f"  … e mais {counted(len(files) - _SHOWN, 'arquivo')}")
    return Resultado({**_value(ambiente, report), "arquivos": listed}, lines, report.saida)


def pedido(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Write the request file: what this office has, so that others send only the rest."""
    with ambiente.abrir():
        pass  # closing signs what is owed, and the request tells of it
    with ambiente.abrir_leitura() as app:
        name, content = pedido_de(app, ambiente.senha)
    path = gravar_levado(Path(args.saida), name, content)
    return Resultado(
        {"arquivo": str(path)},
        [f"Pedido gravado: {path}", "Leve-o a quem vai exportar: pacote exportar --pedido ARQUIVO"],
    )


def _report(ambiente: Ambiente, args: argparse.Namespace) -> BundleReport:
    if args.abrir:
        with ambiente.abrir_leitura() as app:
            progress = ambiente.progresso("conferindo")
            return abrir_restrito(app, Path(args.arquivo), ambiente.senha, progress)
    path, key = Path(args.arquivo), args.chave and identidade_de(Chave(Path(args.chave)), None)
    with aberto(path, key or None) as opened, FileSource(opened.caminho) as source:
        report = verify_bundle(source, opened.leitor, ambiente.progresso("conferindo")).report
    if opened.estado == "aberto":
        with FileSource(path) as sealed:
            report.sha256, report.tamanho = sha256_of(sealed), sealed.size
    return report


def _value(ambiente: Ambiente, report: BundleReport) -> dict[str, Any]:
    return report.value(lambda code: ambiente.mensagens.sentence(f"motivo.{code}"))


def _lines(ambiente: Ambiente, report: BundleReport, args: argparse.Namespace) -> list[str]:
    """The report for people."""

    def sentence(code: str) -> str:
        return ambiente.mensagens.sentence(f"motivo.{code}")

    if report.motivo == "pacote.cifrado":
        # Nobody looked inside: that is no verdict on what is there.
        about = RESTRITO["nao_abriu" if args.abrir or args.chave else "fechado"]
        return [CIFRADO.upper(), f"  {about}", f"  SHA-256 {report.sha256}"]
    if report.motivo is not None:
        where = "" if report.onde is None else f" ({report.onde})"
        return ["RECUSADO", f"  {sentence(report.motivo)}{where}", f"  SHA-256 {report.sha256}"]
    lines = ["CONFERE" if report.veredito == ACCEPTED else "CONFERE EM PARTE"]
    manifest = report.manifesto
    if manifest is not None:
        lines.append(f"  rede {manifest.rede[:8]}, exportado pelo nó {manifest.no[:8]}")
        if manifest.demonstracao:
            lines.append("  é de um escritório de demonstração")
    lines += [f"  impressão da raiz: {root}" for root in report.raizes]
    lines += [_feed_line(feed, sentence) for feed in report.feeds]
    for finding in report.achados[:_SHOWN]:
        place = "" if finding.seq is None else f" no evento {finding.seq} de {finding.no}"
        lines.append(f"  aviso{place}: {sentence(finding.codigo)}")
    if len(report.achados) > _SHOWN:
        lines.append(f"  … e mais {counted(len(report.achados) - _SHOWN, 'aviso')}")
    beside = ao_lado(Path(args.arquivo))
    if beside:
        lines.append(f"  {RESTRITO['ao_lado'].format(nome=beside)}")
    lines.append(
        "Conferir não prova que os fatos são verdadeiros, nem que nada foi calado depois da "
        "última nota."
    )
    return lines


def _feed_line(feed: FeedReport, sentence: Callable[[str], str]) -> str:
    name = f"  {feed.no[:8]} época {feed.epoca}"
    if feed.motivo is not None:
        return f"{name}: RECUSADO. {sentence(feed.motivo)}"
    return (
        f"{name}: {counted(feed.eventos, 'evento')} ({feed.de} a {feed.ate}), partes {feed.partes}"
    )


def _node(text: str) -> str:
    if not is_label(text):
        raise UserFacingError("pacote.no_invalido")
    return text


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", metavar="PASTA", required=True, help="onde gravar")
    parser.add_argument(
        "--para",
        metavar="NO",
        action="append",
        default=[],
        help="nó destinatário, 32 algarismos (rede mostrar); pode repetir",
    )
    parser.add_argument(
        "--pedido", metavar="ARQUIVO", help="pedido do destinatário: exporta só o que lhe falta"
    )
    parser.add_argument(
        "--restrito",
        action="store_true",
        help="grava também as partes restritas, cifradas para os destinatários",
    )


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arquivo", help="o pacote")
    add_key_arguments(parser)


def add_key_arguments(parser: argparse.ArgumentParser) -> None:
    """Which key opens an encrypted bundle."""
    parser.add_argument(
        "--abrir",
        action="store_true",
        help="o arquivo é .restrito.zip.age: abre com a chave deste escritório e confere",
    )
    parser.add_argument(
        "--chave",
        metavar="ARQUIVO",
        help="o arquivo é .restrito.zip.age: abre com a chave age deste arquivo, sem escritório",
    )


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", metavar="PASTA", required=True, help="onde gravar")


VERBOS = (
    Verbo(("pacote", "exportar"), "grava um pacote assinado, relê e confere", exportar, _export),
    Verbo(("pacote", "inspecionar"), "confere um pacote e diz o que há nele", inspecionar, _file),
    Verbo(("pacote", "verificar"), "confere um pacote, sem escritório algum", verificar, _file),
    Verbo(("pacote", "pedido"), "grava o pedido do que falta a este escritório", pedido, _folder),
)
