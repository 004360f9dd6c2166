"""The letter of designation: tells a councillor that they were drawn, for what, and how to prove it.

Values in, a page out. It has a line to sign, so that the office keeps a copy of its own; the code
at the end holds what anybody needs to draw again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.services.impressos.impresso import Impresso, pares, qr_png, texto

MOTIVOS: Final = (
    (
        "Se houver risco para você, recuse por risco pessoal: isso não conta contra você, a qualquer "
        "tempo."
    ),
    (
        "Você também pode recusar por outro motivo, ou por ser fora do seu território. Mais de três "
        "recusas seguidas suspendem o cadastro por 90 dias."
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carta:
    """What the letter says; moments as shown, with zone.

    Args:
        nome: of the councillor; None where the person was erased.
        elegiveis: among how many the lot was drawn.
        sorteio: hash of the draw's event.
        semente: public seed of the draw.
        lista: hash of the shuffled list.
        horas: how long the councillor has to begin.
    """

    escritorio: str
    emitida_em: str
    nome: str | None
    conselheiro_id: str
    protocolo: str | None
    titulo: str | None
    categoria: str | None
    nivel: int | None
    unidade: str | None
    unidade_do_sorteio: str | None
    sorteada_em: str
    responder_ate: str
    elegiveis: int | None
    demanda_id: str
    sorteio: str
    semente: str
    lista: str | None
    horas: int


def carta_de_designacao(carta: Carta) -> Impresso:
    """The letter on one page of A4."""
    who = carta.nome or f"Conselheiro {carta.conselheiro_id[:8]}"
    of_how_many = "" if carta.elegiveis is None else f", entre {_people(carta.elegiveis)},"
    where = "" if carta.unidade_do_sorteio is None else f" de {texto(carta.unidade_do_sorteio)}"
    body = [
        f'<p class="menor">{texto(carta.escritorio)} · emitida em {texto(carta.emitida_em)}</p>',
        "<h1>Carta de designação</h1>",
        f"<p>A {texto(who)}</p>",
        (
            f"<p>O sorteio público de {texto(carta.sorteada_em)}{of_how_many} no conselho{where}, "
            "indicou você para acompanhar esta demanda:</p>"
        ),
        pares(
            (
                ("Protocolo", carta.protocolo),
                ("Demanda", carta.titulo),
                ("Categoria", carta.categoria),
                ("Nível de precedência", carta.nivel),
                ("Lugar", carta.unidade),
            )
        ),
        "<h2>O que se espera</h2>",
        (
            f"<p>Comece em até {carta.horas} horas: até <b>{texto(carta.responder_ate)}</b>. Começar é "
            "registrar a primeira atualização, no programa ou com um atendente do escritório. Depois, "
            "conte o que foi feito ao menos a cada 30 dias, até a conclusão.</p>"
        ),
        *(f"<p>{one}</p>" for one in MOTIVOS),
        "<h2>Como conferir o sorteio</h2>",
        _proof(carta),
        (
            "<p><br/>Recebi esta carta em ____/____/________ . Assinatura: "
            "______________________________________</p>"
        ),
    ]
    return Impresso(
        titulo=f"Carta de designação {carta.protocolo or carta.demanda_id[:8]}",
        html="".join(body),
        imagens={"sorteio": qr_png(codigo(carta), 4)},
    )


def codigo(carta: Carta) -> str:
    """What the QR code says, one line each."""
    lines = [
        "Formigueiro sorteio",
        f"demanda {carta.demanda_id}",
        f"sorteio {carta.sorteio}",
        f"semente {carta.semente}",
        f"sorteado {carta.conselheiro_id}",
    ]
    return "\n".join(lines if carta.lista is None else [*lines, f"lista {carta.lista}"])


def _proof(carta: Carta) -> str:
    values = pares(
        (
            ("Conselheiro", carta.conselheiro_id),
            ("Sorteio", _halves(carta.sorteio)),
            ("Semente", _halves(carta.semente)),
            ("Lista", None if carta.lista is None else _halves(carta.lista)),
        )
    )
    return (
        '<table width="100%" border="0"><tr>'
        f'<td class="menor">{values}<p>Quem tem uma cópia do registro do escritório refaz o '
        "sorteio com estes valores, ou no programa, na tela Sorteio. O código ao lado traz os "
        'mesmos valores.</p></td><td width="150"><img src="sorteio" width="140" height="140"/>'
        "</td></tr></table>"
    )


def _halves(value: str) -> str:
    """A long hash in two lines."""
    half = len(value) // 2
    return f"{value[:half]}\n{value[half:]}" if half > len("2026-11-30") else value


def _people(count: int) -> str:
    return "um conselheiro elegível" if count == 1 else f"{count} conselheiros elegíveis"
