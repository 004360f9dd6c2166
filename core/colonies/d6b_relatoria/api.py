"""The door for services: report, conclude, ratify, give up, end a mandate; suggest a structure.

Who may act is the councillor of the running cycle, or a clerk in the councillor's name (design.md
9). What a command reads is the head of the log, so that a demand takes no report once its end was
said, also before the end is out. Source: Apêndice B D-6b, D-6a 3.3, G-101.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.base.midia.entrega import anexos_de, campos_de, conferir_preparadas, distintas
from core.base.midia.formatos import conferir_quantidade
from core.base.midia.limpeza import MidiaGuardada, rotulo
from core.base.texto.denylist import Denylist
from core.colonies.d6b_relatoria import rows
from core.colonies.d6b_relatoria.handlers.reacting import cycle_of, ending
from core.colonies.d6b_relatoria.queries import read_lists, read_zone
from core.colonies.d6b_relatoria.rascunhos import check_seen
from core.colonies.d6b_relatoria.rules.desfecho import Desfecho
from core.colonies.d6b_relatoria.rules.prazo import DEFAULT_ZONE, day_of
from core.colonies.d6b_relatoria.rules.publicacao import Escrita, Publicavel, publishable
from core.colonies.d6b_relatoria.rules.relato import CONCLUIDO, checked_report, concludes
from core.colonies.d6b_relatoria.rules.sugestao import Sugestao, suggest
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Cursor, Dialect

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]

REGISTRADA: Final = "conselheiro.atualização_registrada"
SEM_ARQUIVOS, COM_ARQUIVOS = "1.0.0", "1.1.0"
NAMESAKES: Final = frozenset({"conselheiro", "atendente"})
"""Roles that may report: the councillor, and a clerk in the councillor's name."""
MANDATES: Final = frozenset({"atendente", "moderador", "operador"})
"""Roles that may say that a mandate is over."""
AUTOMATIC: Final = "transcricao_automatica"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pedido:
    """A report to register.

    Args:
        demanda_id: on which demand.
        tipo: one of the six kinds.
        texto: the councillor's words.
        campos: fields of that kind, by name; days as ``2026-11-30`` or ``30/11/2026``.
        rascunho: id and version of the draft as it was seen; None: there is none.
        conselheiro_id: who reports; None, for a clerk only, is whoever works on the demand.
        sugestao: what was suggested, kept as it was.
        is_transcricao: the words came out of a recording, automatically.
        midias: files that were cleaned and stored, in the order they were given.
        remetente_id: the citizen behind whoever gave them, whom their names go with; without one
            no name is kept.
    """

    demanda_id: str
    tipo: str
    texto: str
    campos: Mapping[str, str] = field(default_factory=dict)
    rascunho: tuple[str, int] | None = None
    conselheiro_id: str | None = None
    sugestao: Mapping[str, Any] | None = None
    is_transcricao: bool = False
    midias: Sequence[MidiaGuardada] = ()
    remetente_id: str | None = None


def registrar_atualizacao(no: str, pedido: Pedido, ator: Ator) -> Decide:
    """Register a report; its public form, and what it leads to, follow as reactions.

    The answer is ``{"demanda_id", "conselheiro_id", "tipo", "campos", "inicia", "conclui",
    "em_nome_de"}``.

    Args:
        no: this node, whose zone says which day it is.
        pedido: the report.
        ator: account and role.

    Raises:
        UserFacingError: ``relatoria.*``, ``midia.demais``, ``captura.midia_invalida``; nothing is
            written.
    """

    def decide(context: Context) -> Decisao:
        db, files = context.db, distintas(pedido.midias)
        conferir_quantidade(len(files))
        conferir_preparadas(files)
        cycle = _entitled(db, pedido.demanda_id, pedido.conselheiro_id, ator)
        today = day_of(context.now(), rows.zone_of(db, no))
        report = checked_report(pedido.tipo, pedido.texto, pedido.campos, today)
        if pedido.rascunho is not None:
            check_seen(db, *pedido.rascunho)
        payload: Payload = {
            "demanda_id": pedido.demanda_id,
            "conselheiro_id": cycle["conselheiro_id"],
            "tipo": report.tipo,
            "texto": report.texto,
            "campos_estruturados": dict(report.campos),
        }
        suggested = dict(pedido.sugestao or {})
        if pedido.is_transcricao:
            suggested[AUTOMATIC] = True
        if suggested:
            payload["sugestao_original"] = suggested
        payload |= campos_de(
            files, [rotulo(one.nome) or None for one in files], pedido.remetente_id
        )
        answer = {
            "demanda_id": pedido.demanda_id,
            "conselheiro_id": cycle["conselheiro_id"],
            "tipo": report.tipo,
            "campos": dict(report.campos),
            "inicia": cycle["total_atualizacoes"] == 0,
            "conclui": concludes(report.tipo, report.campos),
            "em_nome_de": ator["papel"] != "conselheiro",
        }
        event = NewEvent(
            REGISTRADA,
            payload,
            sujeito=pedido.demanda_id,
            # An office with an older program reads what carries no files.
            versao=COM_ARQUIVOS if files else SEM_ARQUIVOS,
            ator=ator,
            anexos=anexos_de(files),
        )
        return Decisao(answer, (event,))

    return decide


def concluir(
    no: str,
    demanda_id: str,
    texto: str,
    ator: Ator,
    *,
    conselheiro_id: str | None = None,
    midias: Sequence[MidiaGuardada] = (),
    remetente_id: str | None = None,
) -> Decide:
    """Report that the demand is done; as ``registrar_atualizacao``."""
    pedido = Pedido(
        demanda_id=demanda_id,
        tipo="status_atualizado",
        texto=texto,
        campos={"status": CONCLUIDO},
        conselheiro_id=conselheiro_id,
        midias=midias,
        remetente_id=remetente_id,
    )
    return registrar_atualizacao(no, pedido, ator)


def ratificar(demanda_id: str, ator: Ator, *, conselheiro_id: str | None = None) -> Decide:
    """Confirm what residents said: that the demand is done.

    The answer is ``{"demanda_id", "conselheiro_id", "conclusao_id", "total_conclusoes"}``.

    Raises:
        UserFacingError: in this order ``relatoria.demanda_*``, ``relatoria.sem_acompanhamento``,
            ``relatoria.sem_pendencia``, ``relatoria.papel``, ``relatoria.de_outro``.
    """

    def decide(context: Context) -> Decisao:
        db = context.db
        cycle = _running(db, demanda_id)
        waiting = rows.pending(db, demanda_id)
        if waiting is None:
            raise UserFacingError("relatoria.sem_pendencia")
        _check_who(cycle, conselheiro_id, ator)
        answer = {
            "demanda_id": demanda_id,
            "conselheiro_id": cycle["conselheiro_id"],
            "conclusao_id": waiting["conclusao_id"],
            "total_conclusoes": waiting["total_conclusoes"],
        }
        return Decisao(answer, _ended(context, cycle, "demanda_concluida", ator))

    return decide


def desistir(demanda_id: str, ator: Ator, *, conselheiro_id: str | None = None) -> Decide:
    """Give up a demand; D-6a draws for it again, without whoever gave it up (G-101).

    The answer is ``{"demanda_id", "conselheiro_id", "total_atualizacoes"}``.

    Raises:
        UserFacingError: ``relatoria.*``.
    """

    def decide(context: Context) -> Decisao:
        cycle = _entitled(context.db, demanda_id, conselheiro_id, ator)
        return Decisao(_left(cycle), _ended(context, cycle, "desistencia", ator))

    return decide


def encerrar_mandato(conselheiro_id: str, ator: Ator) -> Decide:
    """A councillor's mandate is over: the cycle they work in ends.

    The answer is ``{"demanda_id", "conselheiro_id", "total_atualizacoes"}``.

    Raises:
        UserFacingError: ``relatoria.papel``, ``relatoria.sem_demanda_ativa``,
            ``relatoria.ja_concluindo``.
    """

    def decide(context: Context) -> Decisao:
        if ator["papel"] not in MANDATES:
            raise UserFacingError("relatoria.papel_mandato")
        cycle = rows.active_of(context.db, conselheiro_id)
        if cycle is None:
            raise UserFacingError("relatoria.sem_demanda_ativa")
        _check_open(cycle)
        return Decisao(_left(cycle), _ended(context, cycle, "fim_mandato", ator))

    return decide


def _left(cycle: Mapping[str, Any]) -> dict[str, Any]:
    names = ("demanda_id", "conselheiro_id", "total_atualizacoes")
    return {name: cycle[name] for name in names}


def _ended(
    context: Context, cycle: Mapping[str, Any], motivo: Any, ator: Ator
) -> tuple[NewEvent, ...]:
    now = context.now()
    return tuple(
        ending(
            rows.demand(context.db, cycle["demanda_id"]),
            cycle,
            cycle_of(context.db, cycle),
            Desfecho(motivo, now),
            now,
            ator["papel"],
            ator,
        )
    )


# -- before anything is registered: nothing is stored ---------------------------------------------


def sugerir(cursor: Cursor, dialect: Dialect, no: str, texto: str, agora: str) -> Sugestao:
    """How words might be structured.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        no: this node, whose zone says which day it is.
        texto: as spoken or typed.
        agora: UTC timestamp.
    """
    zone = read_zone(cursor, dialect, no) or DEFAULT_ZONE
    return suggest(texto, day_of(agora, zone))


def prever(
    cursor: Cursor, dialect: Dialect, tipo: str, texto: str, campos: Mapping[str, str]
) -> Publicavel:
    """What everybody would read of a report; ``publica`` is None where it would be held back."""
    terms = Denylist(read_lists(cursor, dialect))
    return publishable(Escrita(tipo, texto, campos, None), terms)


# -- who may -------------------------------------------------------------------------------------


def _entitled(
    db: ReadDb, demanda_id: str, conselheiro_id: str | None, ator: Ator
) -> dict[str, Any]:
    """The running cycle of a demand, if the actor may act in it."""
    cycle = _running(db, demanda_id)
    _check_who(cycle, conselheiro_id, ator)
    return cycle


def _running(db: ReadDb, demanda_id: str) -> dict[str, Any]:
    demand = rows.demand(db, demanda_id)
    if demand is not None and demand["encerrada"] is not None:
        is_withdrawn = demand["encerrada"] == "retirada"
        raise UserFacingError(
            "relatoria.demanda_retirada" if is_withdrawn else "relatoria.demanda_concluida"
        )
    cycle = rows.active(db, demanda_id)
    if cycle is None:
        raise UserFacingError("relatoria.sem_acompanhamento")
    _check_open(cycle)
    return cycle


def _check_open(cycle: Mapping[str, Any]) -> None:
    if cycle["concluindo"]:
        raise UserFacingError("relatoria.ja_concluindo")


def _check_who(cycle: Mapping[str, Any], conselheiro_id: str | None, ator: Ator) -> None:
    if ator["papel"] not in NAMESAKES:
        raise UserFacingError("relatoria.papel")
    if conselheiro_id is None and ator["papel"] == "conselheiro":
        raise UserFacingError("relatoria.quem_e")
    if conselheiro_id not in {None, cycle["conselheiro_id"]}:
        raise UserFacingError("relatoria.de_outro")
