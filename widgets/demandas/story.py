"""What the detail of a demand says, as facts: words and numbers in, lines out. No widgets.

Every number carries the name of what explains it (``link``), every moment its exact form (``tip``).
"""

from __future__ import annotations

from typing import Final

from app.services.decimais import decimal
from app.services.demanda_detalhe import Detalhe
from app.services.demanda_lista import ATRASOS, moment_ms
from widgets.demandas.facts import Fact, heading
from widgets.runtime.context import Moments
from widgets.runtime.words import counted, number

CANAIS: Final = {
    "balcao": "balcão",
    "telefone": "telefone",
    "papel": "formulário de papel",
    "importacao": "planilha importada",
    "app": "aplicativo",
}
PRECISAO: Final = {
    "ponto": "ponto marcado no mapa",
    "rua": "rua ou CEP",
    "unidade": "só a unidade, sem ponto",
}
MOTIVOS: Final = {
    "engano": "registrada por engano",
    "teste": "era um teste",
    "pedido_do_morador": "a pedido do morador",
    "repetida": "repete outra demanda",
}
AUTORIA: Final = {
    "classificador": "pelo programa",
    "morador": "por quem registrou",
    "revisao": "por uma pessoa, em revisão",
}
CONFIANCA: Final = {"alta": "certo", "media": "provável", "baixa": "incerto"}
_WAITS: Final = {
    "prazo": "Prazo registrado",
    "inicio": "Espera o primeiro contato",
    "conselheiro": "Espera conselheiro",
    "atualizacao": "Espera atualização",
    "revisao": "Em revisão",
}
EVENT, MAP, BACKLOG, CATEGORY, RAW = "evento", "mapa", "backlog", "categoria", "bruto"
SCORE, DRAW, COUNCILLOR, TEXT_REPEATED = "pontos", "sorteio", "conselheiro", "repetida"


def summary(detail: Detalhe, moments: Moments, *, may_see_raw: bool) -> list[Fact]:
    """State, overdue counters, text, place, reception."""
    return [
        *_state(detail, moments),
        *_text(detail, may_see_raw=may_see_raw),
        *_place(detail),
        *_reception(detail, moments),
    ]


def _state(detail: Detalhe, moments: Moments) -> list[Fact]:
    view = detail.vista
    since = moment_ms(view.situacao_desde)
    facts = [
        Fact(
            "Situação",
            f"{view.situacao.forma} {view.situacao.nome}, {_ago(moments, since)}",
            _exact(moments, since),
            link=("Por quê", EVENT) if detail.causa is not None else None,
        ),
        Fact("", view.situacao.descricao, tone="secondary"),
    ]
    if detail.causa is not None:
        cause = detail.causa
        facts.append(Fact("Veio de", cause.frase, moments.exato(cause.quando_ms)))
    if detail.retirada is not None:
        motive, repeated = detail.retirada
        words = MOTIVOS.get(motive, motive)
        facts.append(
            Fact(
                "Retirada",
                f"{words}: {repeated}" if repeated else words,
                link=("Abrir", TEXT_REPEATED) if repeated else None,
            )
        )
    if view.is_oculta:
        facts.append(Fact("", "⊘ Oculta: o texto não aparece ao público.", tone="warning"))
    if view.conteudo_removido_em:
        removed = moment_ms(view.conteudo_removido_em)
        facts.append(
            Fact("", "⊘ Conteúdo removido por moderação.", _exact(moments, removed), "warning")
        )
    facts += _waits(detail, moments)
    if view.dias_em_aberto is not None:
        open_days = counted(view.dias_em_aberto, "dia", "dias")
        facts.append(Fact("Em aberto", open_days, "Dias de calendário desde o registro"))
    return facts


def _waits(detail: Detalhe, moments: Moments) -> list[Fact]:
    facts = []
    for wait in detail.esperas:
        words = _day(wait.desde) if wait.tipo == "prazo" else _ago(moments, moment_ms(wait.desde))
        tip = "" if wait.tipo == "prazo" else _exact(moments, moment_ms(wait.desde))
        if wait.is_atrasada:
            words = f"{words} · ! atrasada: {ATRASOS[wait.tipo]}"
        tone = "danger" if wait.is_atrasada else ""
        facts.append(Fact(_WAITS[wait.tipo], words, tip, tone))
    return facts


def _text(detail: Detalhe, *, may_see_raw: bool) -> list[Fact]:
    view = detail.vista
    raw = ("Ver como foi dito…", RAW) if may_see_raw else None
    if view.descricao:
        return [heading("Texto", raw), Fact("", view.descricao)]
    return [heading("Texto", raw), Fact("", detail.titulo, tone="secondary")]


def _place(detail: Detalhe) -> list[Fact]:
    view = detail.vista
    facts = [heading("Lugar", ("Ver no mapa", MAP) if view.lat is not None else None)]
    if detail.cadeia:
        facts.append(Fact("Unidade", detail.cadeia[0], " · ".join(detail.cadeia)))
        if len(detail.cadeia) > 1:
            facts.append(Fact("Fica em", " · ".join(detail.cadeia[1:]), tone="secondary"))
    else:
        facts.append(Fact("Unidade", "ainda não se sabe", tone="warning"))
    if view.lat is not None and view.lng is not None:
        facts.append(Fact("Coordenadas", coordinates(view.lat, view.lng)))
    if detail.precisao_local:
        words = PRECISAO.get(detail.precisao_local, detail.precisao_local)
        facts.append(Fact("Informado por", words))
    if view.confianca_geo:
        words = CONFIANCA.get(view.confianca_geo, view.confianca_geo)
        tone = "warning" if view.confianca_geo == "baixa" else ""
        facts.append(Fact("Local", words, tone=tone))
    return facts


def _reception(detail: Detalhe, moments: Moments) -> list[Fact]:
    view = detail.vista
    received = moment_ms(view.recebida_em)
    facts = [heading("Registro", ("Ver eventos", "rastro"))]
    if received is not None:
        facts.append(Fact("Recebida", moments.relativo(received), moments.exato(received)))
    if view.canal:
        facts.append(Fact("Por", CANAIS.get(view.canal, view.canal)))
    if detail.data_formulario:
        facts.append(Fact("Formulário de", _day(detail.data_formulario)))
    if detail.correcoes:
        times = counted(detail.correcoes, "vez", "vezes")
        last = detail.corrigida_ms
        facts.append(
            Fact(
                "Corrigida",
                times if last is None else f"{times}, a última {moments.relativo(last)}",
                "" if last is None else moments.exato(last),
            )
        )
    if view.total_confirmacoes:
        facts.append(Fact("Confirmações", number(view.total_confirmacoes)))
    return facts


def category(detail: Detalhe, moments: Moments) -> list[Fact]:
    """What the category is, who said so, which words led to it."""
    view = detail.vista
    if view.categoria is None:
        return [Fact("", "Ainda sem categoria.", tone="secondary")]
    facts = [Fact("Categoria", view.categoria)]
    if view.subcategoria:
        facts.append(Fact("Subcategoria", view.subcategoria, view.subcategoria_descricao or ""))
    facts.append(Fact("Nível", f"{view.nivel_precedencia} de 5", "1 é o mais urgente"))
    current = next((one for one in detail.categorias if one.is_atual), None)
    if current is not None:
        who = AUTORIA.get(current.autoria, current.autoria)
        share = f"{current.confianca * 100:.0f} % de confiança"
        facts.append(
            Fact(
                "Dita",
                f"{who}, {share}" if current.autoria == "classificador" else who,
                moments.exato(current.quando_ms),
            )
        )
    if detail.is_contestada:
        facts.append(Fact("", "! Contestada: espera a decisão de uma pessoa.", tone="warning"))
    if detail.termos:
        words = ", ".join(word for word, share in detail.termos if share > 0)
        tip = "\n".join(f"{word}: {decimal(share)}" for word, share in detail.termos)
        facts.append(Fact("Palavras", words, f"Quanto cada palavra pesou na decisão:\n{tip}"))
    return facts


def score(detail: Detalhe) -> list[Fact]:
    """The place in the ranking as a sentence, then the product of the three factors."""
    view = detail.vista
    if view.score is None:
        return [Fact("", "Ainda sem pontos: falta a unidade ou a categoria.", tone="secondary")]
    facts = []
    if view.posicao is not None:
        facts.append(
            Fact(
                "",
                f"{view.posicao}ª de {number(view.total_na_fila or view.posicao)} em "
                f"{view.unidade or 'sua unidade'}",
                "Lugar na ordem da unidade agora",
                link=("Ver a fila", BACKLOG),
            )
        )
    else:
        facts.append(Fact("", "Não está em nenhuma fila agora.", tone="secondary"))
    facts += [
        Fact(one.nome, decimal(one.valor, 2 if one.valor != int(one.valor) else 0), one.explicacao)
        for one in detail.fatores
    ]
    product = " × ".join(
        decimal(one.valor, 2 if one.valor != int(one.valor) else 0) for one in detail.fatores
    )
    total = decimal(view.score)
    facts.append(Fact("Pontos", f"{product} = {total}" if product else total))
    if view.versao_parametros:
        facts.append(Fact("Parâmetros", view.versao_parametros, "Conjunto de pesos que foi usado"))
    return facts


def coordinates(lat: float, lng: float) -> str:
    """As they are typed in: ``-20,59400, -36,93800``."""
    return f"{decimal(lat, 5)}; {decimal(lng, 5)}"


def _ago(moments: Moments, ms: int | None) -> str:
    return "" if ms is None else moments.relativo(ms)


def _exact(moments: Moments, ms: int | None) -> str:
    return "" if ms is None else moments.exato(ms)


def _day(iso: str) -> str:
    parts = iso[:10].split("-")
    return "/".join(reversed(parts)) if len(parts) == 3 else iso
