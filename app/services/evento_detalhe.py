"""One event laid out for reading: fields, header, parts, payload, and whether its hashes hold.

Pure: a stored event in, text out. The raw bytes are what is hashed; pretty text is only for eyes.
Source: design.md 4; normative bytes in ``resources/formato``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from core.kernel.clock_claims import Oddity, odd_claims
from core.kernel.header import Header, PartEntry, decode_header, event_hash
from core.kernel.observability.log_queries import StoredEvent, StoredPart
from core.kernel.parts import KERNEL_PARTS, commitment

RESTRICTED: Final = "restrita"
_CLOCKS: Final[dict[Oddity, str]] = {
    "adiantado": "mais de um dia à frente de quando foi gravado aqui",
    "antigo": "de um ano em que este programa não existia",
    "recua": "antes do evento anterior do mesmo registro",
}
_STATES: Final = {
    "adiado": "adiado: falta o que este programa precisa saber dele",
    "sem_efeito": "nenhum, por regra da rede",
    "contestado": "contestado: o autor assinou duas histórias",
}
_REASONS: Final = {
    "evento.adiado": "adiado: este programa ainda não conhece este tipo ou versão",
    "evento.adiado_critico": (
        "adiado: este programa ainda não conhece este tipo ou versão, e decisões dependem dele. "
        "Atualize o programa"
    ),
    "evento.sorteio_divergente": "nenhum: o sorteio não se refaz com os dados que publica",
}


@dataclass(frozen=True, slots=True)
class DetailField:
    """A labelled value. ``is_code`` values are identifiers: monospace, with a copy button."""

    rotulo: str
    valor: str
    is_code: bool = False
    explicacao: str = ""
    momento_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part that the header names.

    Args:
        nome: ``publica.nucleo`` and the like.
        classe: ``publica`` or ``restrita``.
        tam_bytes: size committed to.
        compromisso: 64 hex.
        titular: random label of a person in this event, or None.
        is_present: whether its bytes are here; else erased or never sent.
        holds: whether the bytes meet the commitment; None where absent.
        is_hidden: present, but not shown.
        conteudo: indented JSON, None where absent or hidden.
    """

    nome: str
    classe: str
    tam_bytes: int
    compromisso: str
    titular: str | None
    is_present: bool
    holds: bool | None
    is_hidden: bool
    conteudo: str | None


@dataclass(frozen=True, slots=True)
class EventDetail:
    """Everything a screen shows of one event.

    Args:
        holds: header bytes meet the stored hash and every present part its commitment.
        has_hidden: some restricted part is present and not shown.
        may_reveal: the role may ask for it.
        relogio: what is odd about the claimed moment.
        sem_efeito: state and reason of an event that no colony is given.
    """

    numero: int
    tipo: str
    colonia: str
    quando_ms: int
    carimbo: str
    event_id: str
    causa: str | None
    campos: tuple[DetailField, ...]
    cabecalho: str
    conteudo: str
    partes: tuple[PartRow, ...]
    holds: bool
    has_hidden: bool
    may_reveal: bool
    relogio: tuple[Oddity, ...] = ()
    sem_efeito: tuple[str, str] | None = None


def describe_event(
    stored: StoredEvent, *, colonia: str, may_reveal: bool, reveal: bool
) -> EventDetail:
    """Lay out ``stored``. A header that cannot be read is shown as such, never raised."""
    row = stored.row
    try:
        header: Header | None = decode_header(stored.header)
    except (msgspec.MsgspecError, ValueError):
        header = None
    by_name = {part.nome: part for part in stored.partes}
    entries = header.partes if header is not None else ()
    parts = tuple(_part(entry, by_name.get(entry.nome), reveal) for entry in entries)
    holds = (
        header is not None
        and event_hash(stored.header).hex() == row.event_hash
        and all(part.holds is not False for part in parts)
    )
    return EventDetail(
        numero=row.sequence_number,
        tipo=row.tipo,
        colonia=colonia,
        quando_ms=row.timestamp_ms,
        carimbo=row.event_hash,
        event_id=row.event_id,
        causa=row.causa,
        campos=_fields(stored, header, colonia),
        cabecalho=_pretty(stored.header),
        conteudo=_payload(parts, by_name),
        partes=parts,
        holds=holds,
        has_hidden=any(part.is_hidden for part in parts),
        may_reveal=may_reveal,
        relogio=_odd(stored),
        sem_efeito=stored.sem_efeito,
    )


def _part(entry: PartEntry, stored: StoredPart | None, reveal: bool) -> PartRow:
    is_hidden = stored is not None and entry.classe == RESTRICTED and not reveal
    shown = None if stored is None or is_hidden else _pretty(stored.conteudo)
    return PartRow(
        nome=entry.nome,
        classe=entry.classe,
        tam_bytes=entry.tam,
        compromisso=entry.h,
        titular=entry.titular,
        is_present=stored is not None,
        holds=None if stored is None else commitment(stored.salt, stored.conteudo).hex() == entry.h,
        is_hidden=is_hidden,
        conteudo=shown,
    )


def _pretty(raw: bytes) -> str:
    try:
        return json.dumps(json.loads(raw), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return raw.decode("utf-8", errors="backslashreplace")


def _payload(parts: tuple[PartRow, ...], by_name: dict[str, StoredPart]) -> str:
    """The shown parts joined as one payload, the kernel's own parts left out."""
    joined: dict[str, Any] = {}
    for part in parts:
        if part.conteudo is None or part.nome in KERNEL_PARTS:
            continue
        try:
            content = json.loads(by_name[part.nome].conteudo)
        except (ValueError, RecursionError):
            continue
        if isinstance(content, dict):
            joined = {**content, **joined}
    return json.dumps(joined, ensure_ascii=False, indent=2, sort_keys=True) if joined else ""


def _odd(stored: StoredEvent) -> tuple[Oddity, ...]:
    if not stored.row.tipo:
        return ()  # no event: a leaf that breaks the format claims nothing
    return odd_claims(stored.row.timestamp_ms, stored.anterior_ms, stored.criado_em_ms)


def _odd_clock(stored: StoredEvent) -> list[DetailField]:
    """What is odd about the claimed moment: shown where it is read, in both places."""
    odd = _odd(stored)
    if not odd:
        return []
    return [
        DetailField(
            "Relógio",
            "; ".join(_CLOCKS[one] for one in odd),
            explicacao="Só um aviso: a hora não ordena nem decide nada, e o evento vale.",
        )
    ]


def _no_effect(stored: StoredEvent) -> list[DetailField]:
    if stored.sem_efeito is None:
        return []
    state, reason = stored.sem_efeito
    return [
        DetailField(
            "Efeito",
            _REASONS.get(reason) or _STATES.get(state, state),
            explicacao="O evento fica no registro e é repassado; nenhuma colônia o recebe.",
        )
    ]


def _fields(stored: StoredEvent, header: Header | None, colonia: str) -> tuple[DetailField, ...]:
    row = stored.row
    fields = [
        DetailField("Tipo", f"{row.tipo} · versão {stored.versao_schema}"),
        DetailField("Colônia", colonia),
        DetailField(
            "Momento declarado",
            "",
            explicacao="O relógio de quem publicou. É uma declaração: não ordena nem decide nada.",
            momento_ms=row.timestamp_ms,
        ),
        *_odd_clock(stored),
        DetailField("Gravado aqui", "", momento_ms=stored.criado_em_ms),
        *_no_effect(stored),
        DetailField(
            "Carimbo",
            row.event_hash,
            is_code=True,
            explicacao="SHA-256 do cabeçalho: elo da cadeia e chave do evento.",
        ),
        DetailField("Identificador", row.event_id, is_code=True),
        DetailField(
            "Causa",
            row.causa or "nenhuma: partiu de uma pessoa ou do sistema",
            is_code=row.causa is not None,
            explicacao="Carimbo do evento a que este reage.",
        ),
        DetailField("Chave de derivação", row.chave_derivacao or "nenhuma"),
        DetailField(
            "Correlação", row.correlacao_id or "nenhuma", is_code=row.correlacao_id is not None
        ),
        DetailField("Nó", stored.no, is_code=True, explicacao="O escritório que publicou."),
        DetailField("Época e posição", f"época {stored.epoca}, posição {stored.seq}"),
        DetailField(
            "Altura",
            str(stored.altura),
            explicacao="Distância até o primeiro evento pelo caminho mais longo de causas.",
        ),
    ]
    if header is not None:
        fields.insert(
            -3,
            DetailField(
                "Elo anterior",
                header.prev or "nenhum: primeiro da época",
                is_code=header.prev is not None,
                explicacao="Carimbo do evento anterior do mesmo nó: é o que forma a cadeia.",
            ),
        )
        fields.append(DetailField("Regra", f"versão {header.regra_versao}"))
    return tuple(fields)
