"""Folds files, corrections and moderators' decisions: what is shown, held back, taken away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Text, bindparam, func, insert, select, update

from core.colonies.d7_transparencia import rows
from core.colonies.d7_transparencia.rules import demanda, moderacao, valores
from core.colonies.d7_transparencia.rules.demanda import Publico
from core.colonies.d7_transparencia.rules.narracao import told
from core.colonies.d7_transparencia.tables import evidencias, timeline
from core.kernel.colony import ApplyDb, ApplyFn
from core.kernel.event import Event
from core.kernel.store.statement import Row, Statement

CAPTURED: Final = "captura"
_E, _T = evidencias.c, timeline.c
_FILE: Final = Statement(select(evidencias).where(_E.evidencia_id == bindparam("k_evidencia")))
_STATUS: Final = [column.name for column in evidencias.columns].index("moderacao_status")
_OBJECT: Final = [column.name for column in evidencias.columns].index("object_key")
_FILE_NEW: Final = Statement(insert(evidencias), [column.name for column in evidencias.columns])
_FILE_KNOWN: Final = Statement(
    update(evidencias)
    .where(_E.evidencia_id == bindparam("k_evidencia"))
    .values({name: bindparam(f"n_{name}") for name in ("demanda_id", "via", "tipo", "object_key",
                                                       "indice", "moderacao_status",
                                                       "acrescentada_em", "atualizacao_id")})
)  # fmt: skip
_FILE_JUDGED: Final = Statement(
    update(evidencias)
    .where(_E.evidencia_id == bindparam("k_evidencia"))
    .values(
        moderacao_status=bindparam("n_moderacao_status"),
        object_key=func.coalesce(bindparam("n_object_key", type_=Text), _E.object_key),
    )
)
_FILE_REMOVED: Final = Statement(
    update(evidencias)
    .where(_E.evidencia_id == bindparam("k_evidencia"))
    .values(moderacao_status="removido", object_key=None)
)
_REPORT: Final = Statement(
    select(_T.assunto, _T.altura, _T.event_hash, _T.texto).where(
        _T.referencia == bindparam("k_referencia"),
        _T.tipo == "conselheiro.atualização_publicada",
    )
)
_REPORT_SHOWN: Final = Statement(
    update(timeline)
    .where(
        _T.assunto == bindparam("k_assunto"),
        _T.altura == bindparam("k_altura"),
        _T.event_hash == bindparam("k_evento"),
    )
    .values(texto=bindparam("n_texto"), oculto=bindparam("n_oculto"))
)
_WORDS_HIDDEN: Final = Statement(
    update(timeline)
    .where(
        _T.assunto == bindparam("k_assunto"),
        _T.tipo == "demanda.normalizada",
        _T.oculto != moderacao.REMOVIDO,
    )
    .values(oculto=bindparam("n_oculto"))
)
_WORDS_GONE: Final = Statement(
    update(timeline)
    .where(_T.assunto == bindparam("k_assunto"), _T.texto.is_not(None))
    .values(oculto=moderacao.REMOVIDO, texto=None)
)


_HELD_FOR_GOOD: Final = Statement(
    update(timeline)
    .where(
        _T.assunto == bindparam("k_assunto"),
        _T.tipo == "demanda.normalizada",
        _T.oculto == moderacao.RETIDO,
    )
    .values(oculto=moderacao.REMOVIDO, texto=None)
)


def apply_processado(event: Event, db: ApplyDb) -> None:
    """A file of a demand; only its approved form is ever shown."""
    public = event.publico()
    known = db.one(_FILE, {"k_evidencia": public["anexo_id"]})
    judged = None if known is None else known[_STATUS]
    via = public.get("via") or CAPTURED
    _told_of(event, db, public["demanda_id"], public)
    _write_file(
        db,
        known,
        {
            "evidencia_id": public["anexo_id"],
            "chave_dobra": public["anexo_id"],
            "demanda_id": public["demanda_id"],
            "via": via,
            "tipo": public.get("tipo_mime"),
            "object_key": _place(known, judged, valores.text(public.get("url_acesso"))),
            # Descriptions stand at places of the capture, and of nothing else.
            "indice": public.get("indice") if via == CAPTURED else None,
            "moderacao_status": judged or public.get("moderacao_status"),
            "acrescentada_em": event.timestamp,
            "atualizacao_id": public.get("atualizacao_id"),
        },
    )


def _place(known: Row | None, judged: str | None, told: str | None) -> str | None:
    """Where the file is: as it says itself, or as an approval that came first has said."""
    if judged == "removido":
        return None
    return told or (None if known is None else known[_OBJECT])


def _write_file(db: ApplyDb, known: Row | None, row: Mapping[str, Any]) -> None:
    if known is None:
        db.run(_FILE_NEW, row)
        return
    values = {f"n_{name}": value for name, value in row.items()}
    db.run(_FILE_KNOWN, {"k_evidencia": row["evidencia_id"], **values})


def _told_of(event: Event, db: ApplyDb, assunto: str, public: Publico) -> bool:
    codes, words = told(event.tipo, public)
    reference = public.get("anexo_id") or public.get("referencia_id")
    return rows.tell(db, event, assunto, dados=codes, texto=words, referencia=reference)


def apply_adicionada(event: Event, db: ApplyDb) -> None:
    """A photo or recording that came with a confirmation or a conclusion."""
    public = event.publico()
    if _told_of(event, db, public["demanda_id"], public):
        db.run(
            _FILE_NEW,
            {
                "evidencia_id": event.event_hash,
                "chave_dobra": public["demanda_id"],
                "demanda_id": public["demanda_id"],
                "via": public.get("via"),
                "tipo": public.get("tipo"),
                "object_key": valores.text(public.get("url")),
                "indice": None,
                # Its file has a decision of its own.
                "moderacao_status": "aprovado",
                "acrescentada_em": event.timestamp,
                "atualizacao_id": None,
            },
        )


def apply_moderado(event: Event, db: ApplyDb) -> None:
    """A decision on a file was carried out."""
    public = event.publico()
    _told_of(event, db, public["anexo_id"], public)
    _judge(
        event,
        db,
        public["anexo_id"],
        public.get("moderacao_status"),
        valores.text(public.get("url_acesso")),
    )


def _judge(
    event: Event, db: ApplyDb, anexo_id: str, status: str | None, told: str | None = None
) -> None:
    known = db.one(_FILE, {"k_evidencia": anexo_id})
    if known is None:
        nothing = dict.fromkeys(column.name for column in evidencias.columns)
        db.run(
            _FILE_NEW,
            {
                **nothing,
                "evidencia_id": anexo_id,
                "chave_dobra": anexo_id,
                "object_key": told,
                "moderacao_status": status,
                "acrescentada_em": event.timestamp,
            },
        )
    elif status == "removido":
        db.run(_FILE_REMOVED, {"k_evidencia": anexo_id})
    elif known[_STATUS] != "removido":
        db.run(
            _FILE_JUDGED,
            {"k_evidencia": anexo_id, "n_moderacao_status": status, "n_object_key": told},
        )


def apply_removido(event: Event, db: ApplyDb) -> None:
    """A file is gone for good; its description goes with the demand's."""
    public = event.publico()
    _told_of(event, db, public["demanda_id"], public)
    _judge(event, db, public["anexo_id"], "removido")


def apply_decidida(event: Event, db: ApplyDb) -> None:
    """A moderator's decision: on a text, on a report, or on a file (told by D-1c itself)."""
    public = event.publico()
    reference, kind = public["referencia_id"], public.get("tipo")
    report = None
    if kind == "relato":
        report = db.one(_REPORT, {"k_referencia": reference})
    subject = public.get("demanda_id") or (report[0] if report else reference)
    is_text = moderacao.is_about_text(public)
    if not _told_of(event, db, subject, public):
        return
    if is_text:
        rows.change(
            db, event, subject, lambda linha: moderacao.texto_decidido(linha, public, event)
        )
        _hide_words(db, subject, moderacao.OCULTO_POR[public["decisao"]])
    elif report is not None:
        _decide_report(event, db, public, report)


def _hide_words(db: ApplyDb, assunto: str, oculto: int) -> None:
    """What timelines quoted of a text until here; later words are judged by themselves."""
    if oculto == moderacao.REMOVIDO:
        db.run(_WORDS_GONE, {"k_assunto": assunto})
    else:
        db.run(_WORDS_HIDDEN, {"k_assunto": assunto, "n_oculto": oculto})


def apply_corrigida(event: Event, db: ApplyDb) -> None:
    """A corrected text is judged anew; what was held back of the one before stays so for good."""
    public = event.publico()
    subject = public["demanda_id"]
    if _told_of(event, db, subject, public):
        rows.change(db, event, subject, lambda linha: demanda.corrigida(linha, public, event))
        if "texto" in (public.get("campos") or ()):
            db.run(_HELD_FOR_GOOD, {"k_assunto": subject})


def _decide_report(event: Event, db: ApplyDb, public: Publico, report: Row) -> None:
    subject, height, event_hash, words = report
    kept = moderacao.palavras_liberadas(public, valores.from_json(words))
    hidden = moderacao.OCULTO_POR[public["decisao"]]
    db.run(
        _REPORT_SHOWN,
        {
            "k_assunto": subject,
            "k_altura": height,
            "k_evento": bytes(event_hash),
            "n_texto": valores.as_json(kept),
            "n_oculto": hidden,
        },
    )
    shown = None if hidden else (kept or {}).get("descricao_sanitizada")
    rows.change(db, event, subject, lambda linha: moderacao.relato_decidido(linha, public, shown))


DE_PALAVRAS: Final[Mapping[str, ApplyFn]] = {
    "demanda.corrigida": apply_corrigida,
    "anexo.processado": apply_processado,
    "anexo.moderado": apply_moderado,
    "anexo.removido": apply_removido,
    "demanda.evidencia_adicionada": apply_adicionada,
    "moderacao.decidida": apply_decidida,
}
