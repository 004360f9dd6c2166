"""The card that two people compare: fingerprints of the root and of this office, with a QR code. Pure.

Source: sync.md 2.7, Fingerprint.
"""

from __future__ import annotations

from typing import Final

from app.services.impressos.impresso import Impresso, pares, qr_png, texto
from app.services.sincronizacao import Situacao

QR: Final = "qr"


def cartao_de_impressoes(found: Situacao, onde: str) -> Impresso:
    """The card.

    Args:
        found: the network as this office has it.
        onde: the office's name.
    """
    here = found.este
    body = [
        "<h1>Impressões para comparar</h1>",
        f"<p>{texto(onde)} · rede {texto(found.rede[:8])}, versão {found.versao}</p>",
        (
            "<p>Duas pessoas comparam estas letras, uma lendo em voz alta e a outra olhando o seu "
            "papel ou a sua tela. Se uma só letra difere, pare e pergunte.</p>"
        ),
        '<table width="100%" border="0"><tr><td>',
        *(
            f'<p>Raiz da rede<br/><span class="codigo"><b>{texto(root)}</b></span></p>'
            for root in found.raizes
        ),
        (
            "<p>Registro deste escritório<br/>"
            f'<span class="codigo"><b>{texto(here.impressao_registro)}</b></span></p>'
        ),
        (
            "<p>Troca de pacotes deste escritório<br/>"
            f'<span class="codigo"><b>{texto(here.impressao_troca)}</b></span></p>'
        ),
        f'</td><td align="right"><img src="{QR}" width="130" height="130"/></td></tr></table>',
        pares([("Nó", here.no), ("Rede inteira", found.rede)]),
        (
            '<p class="menor">O cartão não é segredo. Guarde um em cada escritório e dê um a cada '
            "auditor, em mãos: é com ele que se reconhece um pacote verdadeiro.</p>"
        ),
    ]
    return Impresso(
        f"Impressões da rede {found.rede[:8]}",
        "".join(body),
        imagens={QR: qr_png(conteudo_do_qr(found), 4)},
    )


def conteudo_do_qr(found: Situacao) -> str:
    """What a reader of codes gets: a name and a fingerprint a line."""
    lines = [f"rede {found.rede}"]
    lines += [f"raiz {root}" for root in found.raizes]
    lines += [f"no {found.este.no}", f"registro {found.este.impressao_registro}"]
    if found.este.impressao_troca is not None:
        lines.append(f"troca {found.este.impressao_troca}")
    return "\n".join(lines)
