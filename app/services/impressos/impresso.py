"""A printed thing before it meets a printer: a title, rich text, its paper, its pictures.

Each page of this package turns values into an ``Impresso``; ``widgets.runtime.paper`` makes the PDF
or feeds the printer. Rich text is the subset that Qt's text documents know (tables yes, flex no).
Whatever a person typed passes through ``texto``.
"""

from __future__ import annotations

import html
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import segno

from app.services.inerte import isolado

Papel = Literal["A4", "bobina80"]

ESTILO: Final = """
body { font-family: sans-serif; font-size: 10pt; color: #000000; }
h1 { font-size: 15pt; } h2 { font-size: 12pt; }
th { text-align: left; } td, th { padding: 2px 8px 2px 0; }
.menor { font-size: 8pt; color: #444444; } .codigo { font-family: monospace; }
.grande { font-size: 22pt; font-weight: bold; }
"""


@dataclass(frozen=True, slots=True)
class Impresso:
    """What is printed.

    Args:
        titulo: name of the job and of the file.
        html: body, rich text.
        papel: ``A4`` or ``bobina80`` (a roll of 80 mm, as long as it needs to be).
        imagens: name used in ``<img src>`` -> PNG or JPEG bytes.
        deitado: A4 on its side, for wide tables.
    """

    titulo: str
    html: str
    papel: Papel = "A4"
    imagens: Mapping[str, bytes] = field(default_factory=dict)
    deitado: bool = False


def texto(valor: object) -> str:
    """A value as text of the page: escaped, line breaks kept, ``—`` for nothing."""
    if valor is None or valor == "":
        return "—"
    return html.escape(isolado(str(valor))).replace("\n", "<br/>")


def tabela(cabeca: Sequence[str], linhas: Iterable[Sequence[object]]) -> str:
    """A table with a heading that is repeated on every page."""
    head = "".join(f"<th>{texto(name)}</th>" for name in cabeca)
    body = "".join(
        "<tr>" + "".join(f"<td>{texto(value)}</td>" for value in linha) + "</tr>"
        for linha in linhas
    )
    return (
        '<table width="100%" border="0" cellspacing="0" cellpadding="3">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def pares(linhas: Iterable[tuple[str, object]]) -> str:
    """Names and values, one under the other."""
    body = "".join(
        f'<tr><td style="color:#444444">{texto(name)}</td><td>{texto(value)}</td></tr>'
        for name, value in linhas
    )
    return f'<table border="0" cellspacing="0" cellpadding="3">{body}</table>'


def qr_png(conteudo: str, modulo_px: int = 6) -> bytes:
    """A QR code (error correction M) as PNG; ``modulo_px`` dots a module."""
    out = io.BytesIO()
    segno.make_qr(conteudo, error="m").save(out, kind="png", scale=modulo_px, border=2)
    return out.getvalue()
