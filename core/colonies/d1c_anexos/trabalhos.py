"""The one trabalho: the stored file is looked at, and where it starts is published.

The file was cleaned before it was stored, at the entrance; here it is read back, which shows that
it is there and whole, and shown to whatever can look at it. A time-out, a missing file or a model
that is not there enter as the degraded outcome: the file waits for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, or_, select

from core.base.midia.classificador import Classificacao, Classificador
from core.base.midia.formatos import reconhecer
from core.base.midia.limpeza import especie_de, referencia
from core.colonies.d1c_anexos.rules import (
    ATUALIZACAO,
    CAPTURA,
    MIME_DESCONHECIDO,
    Veredito,
    julgar,
)
from core.colonies.d1c_anexos.tables import anexos, decisoes, entradas
from core.kernel.colony import Context, Job
from core.kernel.errors import EnvironmentFault
from core.kernel.event import NewAttachment, NewEvent, Payload
from core.kernel.store.attachments import Attachments
from core.kernel.store.statement import Statement

EXAMINAR: Final = "examinar"
TEMPO_S: Final = 180.0
"""Loading a model the first time is slow on an old machine."""

_DONE = Statement(select(anexos.c.anexo_id).where(anexos.c.anexo_id == bindparam("k_anexo")))
_REMOVED = Statement(
    select(decisoes.c.anexo_id).where(
        decisoes.c.anexo_id == bindparam("k_anexo"), decisoes.c.status == "removido"
    )
)
LAPIDE: Final = Statement(
    select(decisoes.c.anexo_id)
    .select_from(decisoes.outerjoin(entradas, entradas.c.anexo_id == decisoes.c.anexo_id))
    .where(
        decisoes.c.status == "removido",
        decisoes.c.demanda_id == bindparam("k_demanda"),
        or_(
            decisoes.c.hash_sha256 == bindparam("k_hash"),
            entradas.c.hash_origem == bindparam("k_origem"),
        ),
    )
    .limit(1)
)
"""A tombstone is met by the stored object's hash or by that of the bytes as they came."""


@dataclass(frozen=True, slots=True)
class Portas:
    """What D-1c needs from outside.

    Args:
        anexos: the office's content store.
        classificador: looks at files; told at each trabalho, so that a model imported while the
            program runs is used.
    """

    anexos: Attachments
    classificador: Callable[[], Classificador]


@dataclass(frozen=True, slots=True)
class Exame:
    """A stored file as it was found, and what was seen in it."""

    mime: str
    tamanho_bytes: int
    vista: Classificacao | None


def trabalho_examinar(portas: Portas) -> Job:
    """The trabalho over these doors."""

    def run(dados: Mapping[str, Any]) -> Exame:
        content = portas.anexos.get(dados["hash_sha256"])
        if content is None:
            raise EnvironmentFault("anexo.ausente", anexo=dados["hash_sha256"][:12])
        mime = dados.get("tipo_mime") or reconhecer(content).mime_limpo
        return Exame(mime, len(content), portas.classificador().classificar(content, mime))

    return Job(run, outcome, TEMPO_S)


def outcome(
    anexo_id: str, dados: Mapping[str, Any], result: Exame | None, context: Context
) -> Sequence[NewEvent]:
    """``anexo.processado``; nothing where it is out already, or the file was removed meanwhile.

    A file that moderation removed from this demand before is removed again, unseen.
    """
    params = {"k_anexo": anexo_id}
    if "hash_sha256" not in dados or context.db.one(_REMOVED, params) is not None:
        return ()
    if context.db.one(_DONE, params) is not None:
        return ()
    if context.db.one(LAPIDE, _lapide_de(dados)) is not None:
        return (_removed_again(anexo_id, dados),)
    mime = (dados.get("tipo_mime") if result is None else result.mime) or MIME_DESCONHECIDO
    size = (dados.get("tamanho_bytes") if result is None else result.tamanho_bytes) or 0
    verdict = julgar(especie_de(mime), None if result is None else result.vista)
    is_public = verdict.moderacao_status == "aprovado" and bool(dados["publica_imagem"])
    files: tuple[NewAttachment, ...] = ()
    if mime != MIME_DESCONHECIDO:
        files = (NewAttachment(dados["hash_sha256"], size, mime, _classe(is_public)),)
    return (
        NewEvent(
            "anexo.processado",
            _payload(anexo_id, dados, mime, size, verdict),
            sujeito=anexo_id,
            # What waits for a person, and what nobody agreed to have shown, is sealed restricted.
            restrito=frozenset() if is_public else frozenset({"url_acesso", "hash_sha256"}),
            anexos=files,
        ),
    )


def _place(dados: Mapping[str, Any]) -> Payload:
    """Its place in the capture; in anything else it is none that a description could stand at."""
    if dados["via"] == CAPTURA:
        return {"indice": dados["indice"]}
    if dados["via"] == ATUALIZACAO:
        return {"atualizacao_id": dados.get("atualizacao_id"), "ordem": dados["indice"]}
    return {}


def _lapide_de(dados: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "k_demanda": dados["demanda_id"],
        "k_hash": dados["hash_sha256"],
        "k_origem": dados.get("hash_origem"),
    }


def _removed_again(anexo_id: str, dados: Mapping[str, Any]) -> NewEvent:
    names = ("demanda_id", "hash_sha256")
    return NewEvent(
        "anexo.removido",
        {"anexo_id": anexo_id} | {name: dados[name] for name in names},
        sujeito=anexo_id,
        restrito=frozenset({"hash_sha256"}),
    )


def _classe(is_public: bool) -> str:
    return "publica" if is_public else "restrita"


def _payload(
    anexo_id: str, dados: Mapping[str, Any], mime: str, size: int, verdict: Veredito
) -> Payload:
    sha256 = dados["hash_sha256"]
    made: Payload = {
        "demanda_id": dados["demanda_id"],
        "anexo_id": anexo_id,
        "url_acesso": referencia(sha256),
        "tipo_mime": mime,
        "tamanho_bytes": size,
        "hash_sha256": sha256,
        "possui_dado_sensivel": verdict.possui_dado_sensivel,
        "moderacao_status": verdict.moderacao_status,
        "via": dados["via"],
        "object_key_temp": dados.get("hash_origem"),
        "categoria_sensivel": verdict.categoria,
        "motivo_sensivel": verdict.motivo,
        **_place(dados),
    }
    return {name: value for name, value in made.items() if value is not None}
