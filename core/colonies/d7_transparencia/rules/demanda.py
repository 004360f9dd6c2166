"""What each event about a demand's text, place, category, ranking and end adds to its facts.

Each function changes a row of ``d7_demanda_snapshots`` in memory; ``publico`` holds the event's
public fields only, so that no column can depend on a restricted part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.colonies.d7_transparencia.rules import valores
from core.kernel.event import Event

Linha = dict[str, Any]
Publico = Mapping[str, Any]

_PLACE: Final = ("coordenadas_validadas", "precisao_local", "unidade_informada_id")
_LINK_OF_MUNICIPALITY: Final = 3
"""The fourth link of ``cadeia_ucs``, where no municipality is named (Apêndice B D-7)."""


def recebida(linha: Linha, publico: Publico, event: Event) -> None:
    """Reception: number, channel, moment; the place as it was said."""
    linha["protocolo"] = publico.get("protocolo")
    linha["canal"] = publico.get("canal")
    linha["recebida_em"] = event.timestamp
    linha["precisao_local"] = linha["precisao_local"] or publico.get("precisao_local")
    place = publico.get("localizacao_bruta")
    if place is not None and linha["coordenada_lat"] is None:
        _put(linha, place.get("lat"), place.get("lng"))


def normalizada(linha: Linha, publico: Publico, event: Event) -> None:
    """A new clean form. A moderator's word holds for the text it was said of.

    A correction of place or category publishes the same text again: then approval, block and
    removal stand. A corrected text is another one, judged anew.
    """
    if linha["texto_corrigido"]:
        linha["veredito"] = linha["conteudo_removido_em"] = None
        linha["conteudo_removido"] = linha["texto_corrigido"] = 0
    verdict = linha["veredito"]
    linha["suspeito"] = int(bool(publico.get("conteudo_suspeito")))
    title, description = publico.get("titulo"), publico.get("descricao_limpa")
    if verdict == "removido":
        title = description = None
    elif verdict == "aprovado" and title is None:
        # Sealed restricted again; what the approval released stays released.
        title, description = linha["titulo"], linha["descricao"]
    linha["titulo"], linha["descricao"] = valores.text(title), valores.text(description)
    media = None if verdict == "removido" else publico.get("midias_descritas")
    linha["descricoes_midia"] = _descriptions(media)
    _place_of(linha, publico)
    linha["texto_evento"] = bytes.fromhex(event.event_hash)


def _place_of(linha: Linha, publico: Publico) -> None:
    """The place as the clean form has it; another one makes the known unit out of date."""
    said = valores.as_json([publico.get(name) for name in _PLACE])
    is_moved = linha["texto_evento"] is not None and linha["local"] != said
    if is_moved and linha["unidade_civica_id"] is not None:
        linha["local_pendente"] = 1
    place = publico.get("coordenadas_validadas")
    if is_moved or (place is not None and linha["unidade_civica_id"] is None):
        _put(linha, *((place.get("lat"), place.get("lng")) if place else (None, None)))
    linha["local"] = said
    linha["precisao_local"] = publico.get("precisao_local") or linha["precisao_local"]


def _put(linha: Linha, lat: float | None, lng: float | None) -> None:
    linha["coordenada_lat"], linha["coordenada_lng"] = valores.real(lat), valores.real(lng)


def _descriptions(media: Any) -> str | None:
    """JSON of [{indice, descricao}], each cut."""
    if not media:
        return None
    return valores.as_json(
        [
            {
                "indice": one.get("indice"),
                "descricao": valores.cut(one.get("descricao"), valores.MIDIA_MAX),
            }
            for one in media
        ]
    )


def corrigida(linha: Linha, publico: Publico, _event: Event) -> None:
    """What is corrected comes with the next clean form; that its text is another one is told here."""
    if "texto" in (publico.get("campos") or ()):
        linha["texto_corrigido"] = 1


def retirada(linha: Linha, publico: Publico, event: Event) -> None:
    """Terminal (design.md 11)."""
    linha["retirada_em"] = linha["retirada_em"] or event.timestamp
    linha["retirada_motivo"] = publico.get("motivo")
    linha["repetida_de"] = publico.get("repetida_de")


def georreferenciada(linha: Linha, publico: Publico, _event: Event) -> None:
    """The unit the demand belongs to."""
    chain = publico.get("cadeia_ucs") or []
    linha["unidade_civica_id"] = publico["unidade_civica_id"]
    linha["nivel_minimo_resolvido"] = publico.get("nivel_minimo_resolvido")
    linha["municipio_id"] = publico.get("municipio_id") or (
        chain[_LINK_OF_MUNICIPALITY] if len(chain) > _LINK_OF_MUNICIPALITY else None
    )
    linha["metodo_resolucao"] = publico.get("metodo_resolucao")
    linha["confianca_geo"] = publico.get("confianca_geo")
    linha["local_pendente"] = 0
    if publico.get("coordenadas_lat") is not None and publico.get("coordenadas_lng") is not None:
        _put(linha, publico["coordenadas_lat"], publico["coordenadas_lng"])


def categorizada(linha: Linha, publico: Publico, event: Event) -> None:
    """The category that stands. Only a person, whose act has no cause, settles a contest."""
    linha["categoria_id"] = publico["categoria_id"]
    linha["subcategoria_id"] = publico.get("subcategoria_id")
    linha["nivel_precedencia"] = publico.get("nivel_precedencia")
    linha["confianca_categorizacao"] = valores.real(publico.get("confianca_categorizacao"))
    linha["metodo_categoria"] = publico.get("metodo")
    if event.causa is None:
        linha["contestada"] = 0
    if not linha["contestada"]:
        linha["revisao_desde"] = None


def revisao_solicitada(linha: Linha, _publico: Publico, event: Event) -> None:
    """A person has to say the category."""
    linha["revisao_desde"] = linha["revisao_desde"] or event.timestamp


def contestada(linha: Linha, _publico: Publico, event: Event) -> None:
    """Somebody says that the category is wrong."""
    linha["contestada"] = 1
    linha["revisao_desde"] = linha["revisao_desde"] or event.timestamp


def ranqueada(linha: Linha, publico: Publico, event: Event) -> None:
    """The score with its factors, and the ranking that lists the demand."""
    linha["ordem_score"] = -valores.centesimos(publico["score_final"])
    linha["breakdown"] = valores.as_json(publico.get("breakdown"))
    linha["versao_parametros"] = publico.get("versao_parametros")
    linha["ranqueada_em"] = event.timestamp
    linha["ranking_unidade_id"] = publico["unidade_civica_id"]


def confirmada(linha: Linha, publico: Publico, _event: Event) -> None:
    """Another resident; the total never falls."""
    linha["total_confirmacoes"] = max(
        linha["total_confirmacoes"], publico.get("total_confirmacoes") or 0
    )


def resumo_agregado(linha: Linha, publico: Publico, _event: Event) -> None:
    """The public summary of an aggregate."""
    linha["resumo_agregado"] = valores.text(publico.get("resumo"))
    linha["resumos_atualizado_em"] = publico.get("gerado_em")


def resumo_ciclo(linha: Linha, publico: Publico, _event: Event) -> None:
    """The public summary of a cycle."""
    linha["resumo_ciclo"] = valores.text(publico.get("resumo"))
    linha["resumos_atualizado_em"] = publico.get("gerado_em")
