"""The auditor's report on a bundle, to be printed or kept as a PDF. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from app.services.impressos.impresso import Impresso, pares, tabela, texto
from app.services.momentos import ms_de
from app.services.pacote_auditado import (
    NAO_PROVA,
    FluxoConferido,
    PacoteAuditado,
    Refeito,
)

SHOWN: Final = 200
"""Lines of a kind that are printed; the JSON report has more."""


class Momentos(Protocol):
    """Formats a moment (Unix milliseconds)."""

    def exato(self, ms: int) -> str: ...


def relatorio_do_pacote(found: PacoteAuditado, momentos: Momentos) -> Impresso:
    """The report.

    Args:
        found: what was found.
        momentos: of whoever prints.
    """
    return Impresso(
        f"Auditoria do pacote {found.sha256[:8]}", "".join(_body(found, momentos)), deitado=True
    )


def _body(found: PacoteAuditado, momentos: Momentos) -> Iterator[str]:
    yield "<h1>Auditoria de um pacote</h1>"
    yield f'<p class="grande">{texto(_verdict(found))}</p>'
    if found.motivo:
        where = f" ({found.onde})" if found.onde else ""
        yield f"<p>{texto(found.motivo + where)}</p>"
    if found.is_demonstracao:
        yield "<p><b>É de um escritório de demonstração: os dados são inventados.</b></p>"
    if found.sobre_restrito:
        yield f"<p>{texto(found.sobre_restrito)}</p>"
    yield pares(_facts(found, momentos))
    if found.fluxos:
        yield "<h2>Fluxos</h2>"
        yield tabela(
            ("Autor", "Época", "Eventos", "Resultado", "Sem efeito", "Último evento diz ser de",
             "Raiz assinada"),
            [_feed(feed, momentos) for feed in found.fluxos[:SHOWN]],
        )  # fmt: skip
        yield _rest(len(found.fluxos))
    yield "<h2>Sorteios e pontuações refeitos</h2>"
    if found.aviso:
        yield f"<p>{texto(found.aviso)}</p>"
    if found.refeito is not None:
        yield from _again(found.refeito, momentos)
    if found.achados:
        yield f"<h2>Achados ({len(found.achados)})</h2>"
        yield "<p>Nada disto recusa o pacote; tudo isto merece uma pergunta.</p>"
        yield tabela(
            ("O quê", "Nó", "Evento", "Carimbo ou lugar"),
            [
                (one.frase, one.no, one.seq, one.carimbo or one.onde)
                for one in found.achados[:SHOWN]
            ],
        )
        yield _rest(len(found.achados))
    if found.tipos:
        yield "<h2>Eventos com efeito</h2>"
        yield tabela(("Tipo", "Quantos"), list(found.tipos.items()))
    yield "<h2>O que isto não prova</h2>"
    yield "".join(f"<p>{texto(one)}</p>" for one in NAO_PROVA)


def _verdict(found: PacoteAuditado) -> str:
    if found.veredito == "aceito" and not found.is_certo:
        return "O pacote confere; nem tudo o que foi refeito confere"
    return found.palavra


def _facts(found: PacoteAuditado, momentos: Momentos) -> Iterator[tuple[str, object]]:
    yield "Arquivo", found.arquivo
    yield "SHA-256", found.sha256
    yield "Tamanho", f"{found.tamanho} bytes"
    yield "Conferido em", momentos.exato(found.conferido_em_ms)
    if found.rede is None:
        return
    for root in found.raizes:
        yield "Impressão da raiz (compare com o seu papel)", root
    yield "Rede", f"{found.rede}, versão {found.rede_versao}"
    yield "Entregue por", " · ".join(filter(None, (found.nome_do_no, found.no)))
    yield "Pacote", "completo" if found.is_completo else "incremental"
    if found.criado_em is not None:
        yield "Diz ser de", momentos.exato(ms_de(found.criado_em))
    yield "Programa", found.programa


def _feed(feed: FluxoConferido, momentos: Momentos) -> tuple[object, ...]:
    last = "" if feed.ultimo is None else momentos.exato(ms_de(feed.ultimo))
    span = f"{feed.de} a {feed.ate - 1}" if feed.de < feed.ate else f"só a nota em {feed.ate}"
    author = " · ".join(filter(None, (feed.nome, feed.no)))
    return author, feed.epoca, span, feed.frase or "confere", feed.sem_efeito, last, feed.raiz


def _again(again: Refeito, momentos: Momentos) -> Iterator[str]:
    yield pares(
        [
            ("Eventos lidos", again.eventos),
            ("Sorteios", again.sorteios),
            ("Tentativas sem ninguém", again.tentativas),
            ("Fins de suspensão", again.suspensoes),
            ("Destes, não conferem", again.sorteios_divergentes),
            ("Pontuações", again.pontuacoes),
            ("Topos anunciados", again.topos),
            ("Conjuntos de parâmetros", again.parametros),
            ("Destes, não conferem", again.ranking_divergentes),
        ]
    )
    wrong = [one for one in again.lista if not one.is_certo]
    if wrong:
        yield "<h2>Sorteios que não conferem</h2>"
        yield tabela(
            ("Quando", "Demanda", "O que difere", "Carimbo"),
            [
                (momentos.exato(ms_de(one.timestamp)), one.demanda_id, one.frase, one.carimbo)
                for one in wrong[:SHOWN]
            ],
        )
        yield _rest(again.sorteios_divergentes)
    if again.diferencas:
        yield "<h2>Pontuações que não conferem</h2>"
        yield tabela(
            ("Quando", "Unidade", "Demanda", "O que difere", "Carimbo"),
            [
                (
                    momentos.exato(ms_de(one.timestamp)),
                    one.unidade,
                    one.demanda_id,
                    one.frase,
                    one.carimbo,
                )
                for one in again.diferencas[:SHOWN]
            ],
        )
        yield _rest(again.ranking_divergentes)


def _rest(count: int) -> str:
    return f"<p>… e mais {count - SHOWN}.</p>" if count > SHOWN else ""
