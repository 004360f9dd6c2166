"""What becomes of a demand whose text and unit are known. Values in, values out.

One text has one outcome: a category, or the request that a person says it. Source: Apêndice B
D-3, G-030 to G-036; design.md 11 (Correction). What stands after a correction is told in README.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from core.base.taxonomia.classifier import MAX_SUGESTOES, Alternativa, Classificacao
from core.base.taxonomia.loading import Categorizacao
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.texto.folding import fold
from core.kernel.errors import UserFacingError
from core.kernel.event import Payload

CATEGORIZADA: Final = "demanda.categorizada"
SOLICITADA: Final = "demanda.revisao_solicitada"
CONTESTADA: Final = "demanda.categoria_contestada"

Autoria = Literal["classificador", "morador", "revisao"]
Saida = tuple[str, Payload]
"""Event type and payload."""


@dataclass(frozen=True, slots=True)
class Versao:
    """A category of a demand, as one event said it.

    Args:
        event_id: of that event; empty where it is not published yet.
        autoria: who said it: the classifier, the resident, or a person in review.
    """

    event_id: str
    categoria_id: str
    subcategoria_id: str | None
    nivel_precedencia: int
    score_horizontal: int
    confianca: float
    metodo: str
    autoria: Autoria
    sugestoes: tuple[Alternativa, ...]
    unidade_civica_id: str | None
    nivel_minimo_resolvido: int | None
    versao_taxonomia: str | None
    versao_classificador: str | None


@dataclass(frozen=True, slots=True)
class Estado:
    """A demand whose text and unit are both known.

    Args:
        texto: None where it was erased.
        idioma: as D-1b found it.
        escolha: category and subcategory that the resident or a correction named.
        escolha_mudou: that choice came with this text.
        is_classificada: this text has its outcome already.
        atual: the category that stands.
    """

    demanda_id: str
    texto: str | None
    idioma: str | None
    escolha: tuple[str | None, str | None]
    escolha_mudou: bool
    is_classificada: bool
    atual: Versao | None
    unidade_civica_id: str
    nivel_minimo_resolvido: int


def text_of(payload: Mapping[str, Any]) -> str | None:
    """Title, description and captions of a ``demanda.normalizada``; None where none is here.

    The title usually is the description's beginning: then it is not said twice.
    """
    title, description = payload.get("titulo"), payload.get("descricao_limpa")
    captions = [media["descricao"] for media in payload.get("midias_descritas") or ()]
    if title is None and description is None and not captions:
        return None
    parts = [description or "", *captions]
    if title is not None and not _is_within(title, description or ""):
        parts.insert(0, title)
    return "\n".join(part for part in parts if part)


def _is_within(title: str, description: str) -> bool:
    return fold(" ".join(title.rstrip("…").split())) in fold(" ".join(description.split()))


def outcome(estado: Estado, files: Categorizacao) -> list[Saida]:
    """What to publish of a demand; nothing where nothing changed."""
    atual = estado.atual
    if estado.is_classificada:
        return [] if atual is None or not _moved(estado, atual) else [_said(estado, atual)]
    found = files.classifier.classificar(estado.texto or "", estado.idioma)
    chosen = _choice(estado, files.taxonomy)
    if chosen is not None and _counts(estado):
        version = spoken(chosen, files.taxonomy, found, "morador")
        return [_said(estado, version)]
    if atual is not None and atual.autoria == "revisao":
        return _kept(estado, atual, found)
    if found.categoria_id is None or found.faixa() == "revisao":
        # What was published before stays until a person decides, in the unit of today.
        moved = [_said(estado, atual)] if atual is not None and _moved(estado, atual) else []
        return [*moved, _asked(estado, found, "confianca_baixa")]
    return [_said(estado, _automatic(found.categoria_id, found, files.taxonomy))]


def _counts(estado: Estado) -> bool:
    """A choice counts until a person in review said otherwise, and again when it is made anew."""
    atual = estado.atual
    return atual is None or atual.autoria != "revisao" or estado.escolha_mudou


def _choice(estado: Estado, taxonomy: Taxonomy) -> tuple[str, str | None] | None:
    """The named category where it may be given; an unknown or retired one is ignored (G-033)."""
    categoria, subcategoria = estado.escolha
    if categoria is None or taxonomy.categoria(categoria) is None:
        return None
    if not taxonomy.is_active(categoria):
        return None
    is_inside = subcategoria is not None and subcategoria.rpartition(".")[0] == categoria
    known = is_inside and taxonomy.subcategoria(subcategoria or "") is not None
    return categoria, subcategoria if known and taxonomy.is_active(subcategoria or "") else None


def _kept(estado: Estado, atual: Versao, found: Classificacao) -> list[Saida]:
    """A person decided: that stands for the new text, too; sure disagreement goes back to review."""
    kept = replace(
        atual,
        sugestoes=suggestions(found, atual.categoria_id),
        versao_classificador=found.versao_classificador,
    )
    events = [_said(estado, kept)]
    if found.categoria_id != atual.categoria_id and found.faixa() == "automatico":
        events.append(_asked(estado, found, "texto_corrigido"))
    return events


def _moved(estado: Estado, version: Versao) -> bool:
    now = (estado.unidade_civica_id, estado.nivel_minimo_resolvido)
    return now != (version.unidade_civica_id, version.nivel_minimo_resolvido)


def _automatic(categoria_id: str, found: Classificacao, taxonomy: Taxonomy) -> Versao:
    version = spoken((categoria_id, found.subcategoria_id), taxonomy, found, "classificador")
    return replace(version, metodo="automatico", confianca=found.confianca)


def spoken(
    chosen: tuple[str, str | None],
    taxonomy: Taxonomy,
    found: Classificacao | None,
    autoria: Autoria,
) -> Versao:
    """A category that somebody named: confidence 1, the classifier's thoughts beside it (G-033).

    Raises:
        UserFacingError: ``categoria.desconhecida``.
    """
    categoria = taxonomy.categoria(chosen[0])
    if categoria is None:
        raise UserFacingError("categoria.desconhecida", categoria=chosen[0])
    return Versao(
        event_id="",
        categoria_id=categoria.id,
        subcategoria_id=chosen[1],
        nivel_precedencia=categoria.nivel_precedencia,
        score_horizontal=categoria.score_horizontal,
        confianca=1.0,
        metodo="manual",
        autoria=autoria,
        sugestoes=() if found is None else suggestions(found, categoria.id),
        unidade_civica_id=None,
        nivel_minimo_resolvido=None,
        versao_taxonomia=taxonomy.versao,
        versao_classificador=None if found is None else found.versao_classificador,
    )


def suggestions(found: Classificacao, but: str) -> tuple[Alternativa, ...]:
    """The classifier's categories, best first, without the one that was given."""
    first = [] if found.categoria_id is None else [Alternativa(found.categoria_id, found.confianca)]
    return others([*first, *found.alternativas], but)


def others(known: Sequence[Alternativa], but: str) -> tuple[Alternativa, ...]:
    """At most five categories, each once, without the one that was given."""
    best: dict[str, Alternativa] = {}
    for one in known:
        if one.categoria_id != but:
            best.setdefault(one.categoria_id, one)
    return tuple(best.values())[:MAX_SUGESTOES]


def payload_of(demanda_id: str, version: Versao, unidade: str, nivel: int) -> Payload:
    """``demanda.categorizada`` in its present version."""
    payload: Payload = {
        "demanda_id": demanda_id,
        "categoria_id": version.categoria_id,
        "nivel_precedencia": version.nivel_precedencia,
        "score_horizontal": version.score_horizontal,
        "confianca_categorizacao": version.confianca,
        "metodo": version.metodo,
        "sugestoes_alternativas": _listed(version.sugestoes),
        "unidade_civica_id": unidade,
        "nivel_minimo_resolvido": nivel,
    }
    for name in ("subcategoria_id", "versao_taxonomia", "versao_classificador"):
        if (value := getattr(version, name)) is not None:
            payload[name] = value
    return payload


def _said(estado: Estado, version: Versao) -> Saida:
    return CATEGORIZADA, payload_of(
        estado.demanda_id, version, estado.unidade_civica_id, estado.nivel_minimo_resolvido
    )


def _asked(estado: Estado, found: Classificacao, motivo: str) -> Saida:
    payload: Payload = {
        "demanda_id": estado.demanda_id,
        "motivo": motivo,
        "confianca_categorizacao": found.confianca,
        "sugestoes_alternativas": _listed(found.alternativas),
        "versao_taxonomia": found.versao_taxonomia,
        "versao_classificador": found.versao_classificador,
    }
    if found.categoria_id is not None:
        payload["categoria_id"] = found.categoria_id
    if found.subcategoria_id is not None:
        payload["subcategoria_id"] = found.subcategoria_id
    return SOLICITADA, payload


def _listed(known: Sequence[Alternativa]) -> list[dict[str, Any]]:
    return [
        {"categoria_id": one.categoria_id, "score_confianca": one.score_confianca} for one in known
    ]


def checked_choice(
    taxonomy: Taxonomy, categoria_id: str, subcategoria_id: str | None
) -> tuple[str, str | None]:
    """A category that a person may give (G-035: only one that exists).

    Raises:
        UserFacingError: ``categoria.desconhecida``, ``categoria.retirada``,
            ``categoria.subcategoria_desconhecida``.
    """
    if taxonomy.categoria(categoria_id) is None:
        raise UserFacingError("categoria.desconhecida", categoria=categoria_id[:20])
    if not taxonomy.is_active(categoria_id):
        raise UserFacingError("categoria.retirada", categoria=categoria_id)
    if subcategoria_id is None:
        return categoria_id, None
    known = taxonomy.subcategoria(subcategoria_id)
    inside = subcategoria_id.rpartition(".")[0] == categoria_id
    if known is None or not inside or not taxonomy.is_active(subcategoria_id):
        raise UserFacingError(
            "categoria.subcategoria_desconhecida",
            subcategoria=subcategoria_id[:20],
            categoria=categoria_id,
        )
    return categoria_id, subcategoria_id
