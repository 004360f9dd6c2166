"""Folds the events of one demand: its line of timeline, its facts, what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.colonies.d7_transparencia import rows
from core.colonies.d7_transparencia.rules import conselho, demanda
from core.colonies.d7_transparencia.rules.demanda import Linha, Publico
from core.colonies.d7_transparencia.rules.narracao import told
from core.kernel.colony import ApplyDb, ApplyFn
from core.kernel.event import Event

Edit = Callable[[Linha, Publico, Event], None]


def _nothing(_linha: Linha, _publico: Publico, _event: Event) -> None:
    """Told in the timeline; no fact follows from it."""


def telling(edit: Edit, referencia: str | None = None) -> ApplyFn:
    """Fold an event of one demand, with a line of timeline.

    Args:
        edit: what it adds to the facts.
        referencia: the field that later decisions name it by.
    """

    def apply(event: Event, db: ApplyDb) -> None:
        public = event.publico()
        subject = public["demanda_id"]
        codes, words = told(event.tipo, public)
        reference = None if referencia is None else public.get(referencia)
        if rows.tell(db, event, subject, dados=codes, texto=words, referencia=reference):
            rows.change(db, event, subject, lambda linha: edit(linha, public, event))

    return apply


def silent(edit: Edit) -> ApplyFn:
    """Fold an event whose words the snapshot shows already: no line of timeline (Apêndice B D-7).

    ``edit`` must set what it sets whatever stood before: there is no line that tells a repetition.
    """

    def apply(event: Event, db: ApplyDb) -> None:
        public = event.publico()
        rows.change(db, event, public["demanda_id"], lambda linha: edit(linha, public, event))

    return apply


DE_UMA_DEMANDA: Final[Mapping[str, ApplyFn]] = {
    "demanda.recebida": telling(demanda.recebida),
    "demanda.normalizada": telling(demanda.normalizada),
    "demanda.retirada": telling(demanda.retirada),
    "demanda.georreferenciada": telling(demanda.georreferenciada),
    "demanda.unidade_mantida": telling(_nothing),
    "demanda.categorizada": telling(demanda.categorizada),
    "demanda.revisao_solicitada": telling(demanda.revisao_solicitada),
    "demanda.categoria_contestada": telling(demanda.contestada),
    "demanda.ranqueada": telling(demanda.ranqueada),
    "demanda.confirmada": telling(demanda.confirmada),
    "duplicidade.candidata_detectada": telling(_nothing),
    "agenda.item_disponível": telling(conselho.item_disponivel),
    "sorteio.sem_candidatos": telling(conselho.sem_candidatos),
    "conselheiro.sorteado": telling(conselho.sorteado),
    "conselheiro.atribuicao_recusada": telling(conselho.atribuicao_recusada),
    "conselheiro.demanda_iniciada": telling(conselho.demanda_iniciada),
    "conselheiro.atualização_publicada": telling(
        conselho.atualizacao_publicada, referencia="atualizacao_id"
    ),
    "conselheiro.prazo_próximo": telling(conselho.prazo_proximo),
    "demanda.concluída": telling(conselho.concluida),
    "demanda.conclusao_confirmada": telling(conselho.conclusao_confirmada),
    "demanda.resumo_agregado_atualizado": silent(demanda.resumo_agregado),
    "demanda.resumo_ciclo_atualizado": silent(demanda.resumo_ciclo),
}


def apply_agregada(event: Event, db: ApplyDb) -> None:
    """One demand stands for the others; each timeline says which part it has."""
    public = event.publico()
    representative = public["representante_demanda_id"]
    members = sorted({one["demanda_id"] for one in public["membros"]} - {representative})
    codes, words = told(event.tipo, public)
    common: dict[str, Any] = {**codes, "total_membros": len(members)}

    def stand_for(linha: Linha) -> None:
        conselho.representante(linha, members)

    def stand_under(linha: Linha) -> None:
        conselho.membro(linha, representative)

    parts = [(representative, "representante", stand_for)]
    parts += [(member, "membro", stand_under) for member in members]
    for subject, part, edit in parts:
        if rows.tell(db, event, subject, dados={**common, "papel": part}, texto=words):
            rows.change(db, event, subject, edit)
