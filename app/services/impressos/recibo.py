"""What a resident takes home: the receipt of a demand, and later how it stands. Values in, page out.

Neither names a person: whoever finds the paper learns a number, a place and a matter. The QR code
holds the protocol number and nothing else. Source: ui.md (The receipt is the reward); issue of part 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.services.atendimento_telefones import Contato
from app.services.impressos.impresso import Impresso, Papel, pares, qr_png, texto
from app.services.transparencia_vistas import DemandaVista

_QR: Final = "qr.png"
_SERVED: Final = 4
_ROLL_PT: Final = 17
_PHOTO_PX: Final = 110
_QR_PX: Final = {"A4": 110, "bobina80": 120}
PROXIMOS_PASSOS: Final = (
    "O texto é preparado e a demanda recebe unidade, categoria e lugar na lista de prioridades.",
    "Quando chega a vez dela, um conselheiro da sua região é sorteado e cuida do caso.",
    "Com este número você pergunta pelo andamento aqui, quando quiser.",
)


@dataclass(frozen=True, slots=True)
class DadosDoRecibo:
    """What the receipt says.

    Args:
        relato: how the resident's words begin; None where they were erased.
        local: as it was said; empty where only a unit was picked.
        unidade: unit and municipality; None while nobody knows.
        contato: whom to call about the matter; None where nothing is listed.
        aviso: what to say of a place that the office does not serve; empty for one that it does.
    """

    demanda_id: str
    protocolo: str
    quando_ms: int
    canal: str
    relato: str | None
    local: str
    unidade: str | None
    data_formulario: str | None
    contato: Contato | None
    aviso: str = ""


def recibo(
    dados: DadosDoRecibo,
    escritorio: str,
    quando: str,
    papel: Papel = "A4",
    *,
    atende: Sequence[str] = (),
) -> Impresso:
    """The receipt.

    Args:
        dados: what it says.
        escritorio: the office's name.
        quando: the moment of the registration, with its zone.
        papel: a sheet or the roll.
        atende: names of the units that the office serves.
    """
    rows: list[tuple[str, object]] = [
        ("Registrada em", quando),
        ("Como chegou", dados.canal),
        ("Assunto", dados.relato or "o texto foi eliminado"),
        ("Local", dados.local or dados.unidade or "a confirmar"),
        ("Unidade", dados.unidade or "a confirmar por uma pessoa"),
    ]
    if dados.data_formulario is not None:
        rows.insert(1, ("Data do formulário", _day(dados.data_formulario)))
    if dados.aviso:
        rows.append(("Atenção", dados.aviso))
    size = _QR_PX[papel]
    steps = "".join(f"<li>{texto(step)}</li>" for step in PROXIMOS_PASSOS)
    number = (
        f'<p class="menor">Seu protocolo</p>{_number(dados.protocolo, papel)}'
        '<p class="menor">Guarde este número.</p>'
    )
    picture = f'<img src="{_QR}" width="{size}" height="{size}"/>'
    top = (
        f"{number}<p>{picture}</p>"
        if papel == "bobina80"
        else f'<table width="100%"><tr><td>{number}</td>'
        f'<td align="right" width="{size}">{picture}</td></tr></table>'
    )
    body = (
        f"{_heading(escritorio, papel, atende)}<p>Recibo de demanda</p>{top}{_rows(rows, papel)}"
        f"<h2>O que acontece agora</h2><ol>{steps}</ol>{_contact(dados.contato)}"
        '<p class="menor">O nome e o contato nunca são publicados. A demanda pode ser retirada a '
        "pedido; em até 24 horas, por quem a registrou.</p>"
    )
    return Impresso(f"Recibo {dados.protocolo}", body, papel, {_QR: qr_png(dados.protocolo)})


def situacao_da_demanda(
    demanda: DemandaVista,
    historia: Sequence[tuple[str, str]],
    contato: Contato | None,
    escritorio: str,
    impresso_em: str,
    papel: Papel = "A4",
    *,
    atende: Sequence[str] = (),
    fotos: Sequence[bytes] = (),
) -> Impresso:
    """How a demand stands, for the resident who asks.

    Args:
        demanda: its public summary.
        historia: (moment, sentence) of its public timeline, newest first.
        contato: whom to call about the matter.
        escritorio: the office's name.
        impresso_em: the present moment, with its zone.
        papel: a sheet or the roll.
        atende: names of the units that the office serves.
        fotos: small pictures that everybody may see.
    """
    pictures = {f"foto{n}.jpg": content for n, content in enumerate(fotos, 1)}
    place = None
    if demanda.posicao is not None and demanda.total_na_fila:
        place = f"{demanda.posicao}ª de {demanda.total_na_fila}"
    rows: list[tuple[str, object]] = [
        ("Situação", f"{demanda.situacao.forma} {demanda.situacao.nome}"),
        ("O que isto quer dizer", demanda.situacao.descricao),
        ("Assunto", "reservado" if demanda.is_oculta else demanda.titulo or demanda.categoria),
        ("Unidade", demanda.unidade or "a confirmar por uma pessoa"),
        ("Categoria", demanda.categoria or "a confirmar por uma pessoa"),
    ]
    if place is not None:
        rows.append(("Lugar na lista de prioridades", place))
    if demanda.prazo_estimado:
        rows.append(("Prazo informado", _day(demanda.prazo_estimado)))
    lines = "".join(
        f"<p>{texto(said)}<br/><span class='menor'>{texto(when)}</span></p>"
        for when, said in historia
    )
    body = (
        f"{_heading(escritorio, papel, atende)}<p>Situação da demanda</p>"
        f"{_number(demanda.protocolo, papel)}{_rows(rows, papel)}"
        f"{_photos(list(pictures))}"
        f"<h2>O que já aconteceu</h2>{lines or '<p>Ainda nada.</p>'}{_contact(contato)}"
        f'<p class="menor">Impresso em {texto(impresso_em)}.</p>'
    )
    return Impresso(f"Situação {demanda.protocolo}", body, papel, pictures)


def _photos(names: Sequence[str]) -> str:
    """One beside the other; the paper breaks the line."""
    if not names:
        return ""
    shown = " ".join(f'<img src="{name}" height="{_PHOTO_PX}"/>' for name in names)
    return f"<h2>Fotos</h2><p>{shown}</p>"


def _heading(escritorio: str, papel: Papel, atende: Sequence[str]) -> str:
    """The office, and under it what it serves; of many units the first, and how many more."""
    name = texto(escritorio)
    heading = f"<h2>{name}</h2>" if papel == "bobina80" else f"<h1>{name}</h1>"
    if not atende:
        return heading
    more = len(atende) - _SERVED
    said = ", ".join(atende[:_SERVED]) + (f" e mais {more}" if more > 0 else "")
    return f"{heading}<p>{texto(said)}</p>"


def _number(protocolo: str | None, papel: Papel) -> str:
    """The number, on one line of either paper; offices with long counters too."""
    style = f' style="font-size: {_ROLL_PT}pt"' if papel == "bobina80" else ""
    return f'<p class="grande"{style}>{texto(protocolo)}</p>'


def _rows(rows: Sequence[tuple[str, object]], papel: Papel) -> str:
    """Names and values: beside each other, on the narrow roll under each other."""
    if papel == "A4":
        return pares(rows)
    return "".join(
        f'<p><span class="menor">{texto(name)}</span><br/>{texto(value)}</p>'
        for name, value in rows
    )


def _contact(contato: Contato | None) -> str:
    if contato is None or (contato.telefone is None and not contato.orgao):
        return ""
    number = f": <b>{texto(contato.telefone)}</b>" if contato.telefone else ""
    note = f"<br/>{texto(contato.observacao)}" if contato.observacao else ""
    return f"<h2>Quem responde por este assunto</h2><p>{texto(contato.orgao)}{number}{note}</p>"


def _day(iso: str) -> str:
    """``2026-03-05`` or a timestamp as ``05/03/2026``; what is neither stays."""
    parts = iso[:10].split("-")
    return "/".join(reversed(parts)) if len(parts) == 3 else iso
