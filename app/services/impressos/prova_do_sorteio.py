"""One page that proves a draw: its inputs, what came out, and how anybody does it again.

Pure. A long list does not fit a page: then its count and the SHA-256 of the saved file stand for it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from app.services.historia_sorteio import Entradas, Historia
from app.services.impressos.impresso import Impresso, pares, qr_png, texto
from app.services.receita_sorteio import LISTA, arquivos

SHOWN: Final = 24
"""Councillors that a page has room for."""
QR: Final = "qr"

_RECIPE: Final = """printf '%s' '{base}:{moment}' | openssl dgst -sha256 -hmac d6a-sorteio
python3 - SEMENTE > ordem.json <<'FIM'
import hashlib,json,sys
l=sorted(open('elegiveis.txt').read().split())
for c,i in enumerate(range(len(l)-1,0,-1)):
    d=hashlib.sha256(f'{{sys.argv[1]}}:{{c}}'.encode()).hexdigest()
    j=int(d[:8],16)%(i+1); l[i],l[j]=l[j],l[i]
print(json.dumps(l,separators=(',',':')),end='')
FIM
sha256sum ordem.json; cut -c3-38 ordem.json"""

LIMIT: Final = (
    "O que isto não prova: quem opera o computador pode escolher o momento do sorteio, e com ele a "
    "semente. Por isso tentativas, recusas e sorteios refeitos ficam todos no registro. Que a lista "
    "era a certa, o registro inteiro diz: sorteio verificar."
)


def prova_do_sorteio(historia: Historia, entradas: Entradas, *, local: str, onde: str) -> Impresso:
    """The page.

    Args:
        historia: of the draw.
        entradas: its inputs.
        local: moment of the draw in the office's zone, in words.
        onde: the office's name.

    Raises:
        UserFacingError: ``sorteio.sem_base``.
    """
    files = arquivos(entradas)
    name = historia.nomes.get(entradas.conselheiro_id or "")
    verdict = "Confere com o registro" if historia.is_right else "NÃO CONFERE com o registro"
    wrong = [sentence for card in historia.cartoes for sentence in card.frases]
    drawn = " · ".join(filter(None, (name, entradas.conselheiro_id)))
    recipe = _RECIPE.format(base=entradas.base, moment=entradas.timestamp)
    body = [
        "<h1>Prova de um sorteio</h1>",
        (
            f"<p>{texto(onde)} · demanda {texto(historia.protocolo or historia.demanda_id)}"
            f" · {texto(local)}</p>"
        ),
        f"<p><b>{texto(verdict)}</b>, evento {historia.numero}.</p>",
        *(f"<p>{texto(one)}</p>" for one in wrong[:3]),
        '<table width="100%" border="0"><tr><td>',
        pares(
            [
                ("Podiam ser sorteados", len(entradas.elegiveis)),
                ("Base (evento anterior)", entradas.base),
                ("Horário (UTC)", entradas.timestamp),
                ("Semente", entradas.seed),
                ("Resumo da ordem", entradas.lista_hash),
                ("Sorteado", drawn),
                ("Carimbo do sorteio", historia.carimbo),
            ]
        ),
        f'</td><td align="right"><img src="{QR}" width="110" height="110"/></td></tr></table>',
        "<h2>A lista, em ordem crescente</h2>",
        _list(entradas, sha256(files[LISTA]).hexdigest()),
        "<h2>Refazer com ferramentas comuns</h2>",
        (
            f"<p>Grave a lista em <b>{LISTA}</b>, um identificador por linha. O primeiro comando dá a "
            "semente, que entra no segundo; o terceiro dá o resumo e o sorteado.</p>"
        ),
        f'<pre class="menor">{texto(recipe).replace("<br/>", chr(10))}</pre>',
        f'<p class="menor">{texto(LIMIT)}</p>',
    ]
    return Impresso(
        f"Prova do sorteio {historia.protocolo or historia.carimbo[:8]}",
        "".join(body),
        imagens={QR: qr_png(_code(historia, entradas), 4)},
    )


def _list(entradas: Entradas, digest: str) -> str:
    ids = entradas.elegiveis
    if len(ids) > SHOWN:
        return (
            f"<p>{len(ids)} identificadores, no arquivo {LISTA}, um por linha; SHA-256 do arquivo:"
            f'<br/><span class="codigo">{digest}</span></p>'
        )
    half = (len(ids) + 1) // 2
    rows = []
    for at in range(half):
        right = ids[at + half] if at + half < len(ids) else ""
        rows.append(f"<tr><td>{ids[at]}</td><td>{right}</td></tr>")
    return f'<table class="menor" border="0" cellspacing="0">{"".join(rows)}</table>'


def _code(historia: Historia, entradas: Entradas) -> str:
    """What a reader of codes gets: enough to compare without typing."""
    told = (
        ("sorteio", historia.carimbo),
        ("base", entradas.base),
        ("horario", entradas.timestamp),
        ("semente", entradas.seed),
        ("resumo", entradas.lista_hash),
        ("sorteado", entradas.conselheiro_id),
    )
    return "\n".join(f"{name}={value}" for name, value in told if value is not None)
