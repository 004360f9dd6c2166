"""The counter's form as a value: what was typed, what is wrong with it, what it asks for.

A draft keeps exactly this; opening and saving it any number of times is the identity (peers.md,
rule 6). No clock, no reading: today and the office's box come in as values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from typing import Any, Final, TypeGuard

from app.services.demandas import TERMOS_VERSAO, NovaDemanda
from app.services.midias import guardada_de
from core.base.midia.limpeza import MidiaGuardada
from core.base.territorio.distancia import Caixa, Ponto
from core.colonies.c1_cidadaos.rules import Cadastro, checked_record
from core.colonies.d1a_captura.rules import (
    Consentimentos,
    Lugar,
    Precisao,
    checked_form_date,
    checked_media,
    checked_place,
    checked_text,
    speaks,
)
from core.kernel.errors import UserFacingError

CANAIS: Final[Mapping[str, str]] = {
    "balcao": "Balcão",
    "papel": "Formulário de papel",
    "telefone": "Telefone",
    "visita": "Visita ou evento",
}
ANONIMO: Final = "anonimo"
CONHECIDO: Final = "conhecido"
NOVO: Final = "novo"
QUEM: Final = (ANONIMO, CONHECIDO, NOVO)
PRECISOES: Final[tuple[Precisao, ...]] = ("ponto", "rua", "unidade")
CAMPOS: Final = (
    "texto",
    "midias",
    "local",
    "data",
    "pessoa",
    "nome",
    "telefone",
    "email",
    "endereco",
)
"""Fields that an error may stand under, from top to bottom."""

_DAY: Final = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})|(\d{2})(\d{2})(\d{4})")
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_SHORT_YEARS: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ficha:
    """What the form holds.

    Args:
        texto: the resident's words.
        precisao: how the place was found; empty where there is none yet.
        local: what stands in the place field.
        lat: of the point, with ``lng``; None where a unit was picked, or nothing.
        unidade_id: the picked unit.
        referencia: the place as the resident says it; restricted.
        categoria_id: chosen by hand; None leaves it to the classifier.
        data: the day on a paper form, as typed.
        quem: one of ``QUEM``.
        cidadao_id: of a known person, ``cidadao_nome`` for the screen.
        verificado: a document was seen.
        midias: photos and files, cleaned and stored already.
    """

    texto: str = ""
    precisao: str = ""
    local: str = ""
    lat: float | None = None
    lng: float | None = None
    unidade_id: str | None = None
    referencia: str = ""
    categoria_id: str | None = None
    data: str = ""
    canal: str = "balcao"
    quem: str = ANONIMO
    cidadao_id: str | None = None
    cidadao_nome: str = ""
    nome: str = ""
    telefone: str = ""
    email: str = ""
    endereco: str = ""
    verificado: bool = False
    tratamento: bool = False
    publicacao_texto: bool = False
    publicacao_imagem: bool = False
    contato: bool = False
    midias: tuple[MidiaGuardada, ...] = ()

    @property
    def ponto(self) -> Ponto | None:
        """The place, where it is a point."""
        return None if self.lat is None or self.lng is None else Ponto(self.lat, self.lng)

    @property
    def is_vazia(self) -> bool:
        """Nothing was typed that would be missed; how it came and what was agreed do not count."""
        typed = (self.texto, self.local, self.referencia, self.nome, self.telefone, self.email)
        return not any(one.strip() for one in (*typed, self.endereco)) and not (
            self.midias or self.cidadao_id or self.unidade_id or self.lat is not None
        )

    @property
    def lugar(self) -> Lugar | None:
        """The place as the capture wants it."""
        if self.precisao not in PRECISOES:
            return None
        precisao: Precisao = next(one for one in PRECISOES if one == self.precisao)
        said = self.referencia.strip() or (self.local.strip() if precisao == "rua" else "")
        return Lugar(
            precisao,
            None if precisao == "unidade" else self.ponto,
            self.unidade_id if precisao == "unidade" else None,
            said or None,
        )

    @property
    def consentimentos(self) -> Consentimentos:
        """What the resident agreed to."""
        return Consentimentos(
            tratamento=self.tratamento and self.quem != ANONIMO,
            publicacao_texto=self.publicacao_texto,
            publicacao_imagem=self.publicacao_imagem,
            contato=self.contato and self.tratamento and self.quem != ANONIMO,
        )

    def conteudo(self) -> dict[str, Any]:
        """As a draft keeps it."""
        return {**asdict(self), "midias": [asdict(one) for one in self.midias]}

    def cadastro(self) -> Cadastro:
        """The new person's record."""
        return Cadastro(
            nome=self.nome,
            telefone=self.telefone or None,
            email=self.email or None,
            endereco=self.endereco or None,
            verificado_presencialmente=self.verificado,
            consentimentos=self.consentimentos.as_payload(),
            termos_versao=TERMOS_VERSAO,
        )


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    field.name: {
        "str": (str,),
        "bool": (bool,),
        "str | None": (str, type(None)),
        "float | None": (float, int, type(None)),
    }[str(field.type)]
    for field in fields(Ficha)
    if field.name != "midias"
}


def ficha_de(conteudo: Mapping[str, Any]) -> Ficha:
    """What a draft kept; fields of another version, or of another type, are left out."""
    known: dict[str, Any] = {
        name: value
        for name, value in conteudo.items()
        if name in _TYPES and isinstance(value, _TYPES[name])
    }
    files = conteudo.get("midias")
    kept = (
        [guardada_de(one) for one in files if isinstance(one, Mapping)] if _is_list(files) else []
    )
    return Ficha(**known, midias=tuple(one for one in kept if one is not None))


def _is_list(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """As JSON or as the form itself keeps it."""
    return isinstance(value, list | tuple)


def ler_dia(texto: str, hoje: date) -> str | None:
    """A day as people write it, as ``AAAA-MM-DD``; None where nothing is written.

    ``5/3/26``, ``05/03/2026``, ``05032026``, ``hoje`` and ``ontem`` are understood.

    Raises:
        UserFacingError: ``captura.data_formulario``.
    """
    typed = texto.strip().lower()
    if not typed:
        return None
    if typed in ("hoje", "ontem"):
        return (hoje - timedelta(days=int(typed == "ontem"))).isoformat()
    if _ISO.fullmatch(typed):
        return checked_form_date(typed, hoje)
    found = _DAY.fullmatch(typed)
    if found is None:
        raise UserFacingError("captura.data_formulario")
    day, month, year = (int(part) for part in found.groups() if part is not None)
    year += _SHORT_YEARS if year < 100 else 0
    try:
        return checked_form_date(date(year, month, day).isoformat(), hoje)
    except ValueError:
        raise UserFacingError("captura.data_formulario") from None


def conferir(ficha: Ficha, hoje: date, caixa: Caixa | None) -> dict[str, UserFacingError]:
    """Field of ``CAMPOS`` -> what is wrong with it, from top to bottom; empty where all is well."""
    checks: dict[str, Callable[[], object]] = {
        "texto": lambda: checked_text(ficha.texto, has_media=speaks(ficha.midias)),
        "midias": lambda: checked_media(ficha.midias),
        "local": lambda: _checked_place(ficha, caixa),
        "data": lambda: ler_dia(ficha.data, hoje),
        "pessoa": lambda: _checked_who(ficha),
    }
    found: dict[str, UserFacingError] = {}
    for campo, check in checks.items():
        try:
            check()
        except UserFacingError as refusal:
            found[campo] = refusal
    if ficha.quem == NOVO:
        found |= _faults_of_record(ficha)
    return found


def _checked_place(ficha: Ficha, caixa: Caixa | None) -> None:
    if ficha.lugar is None and ficha.local.strip():
        raise UserFacingError("atendimento.local_nao_escolhido")
    checked_place(ficha.lugar, caixa, None)


def _checked_who(ficha: Ficha) -> None:
    if ficha.quem == CONHECIDO and ficha.cidadao_id is None:
        raise UserFacingError("atendimento.sem_pessoa")
    if ficha.quem != ANONIMO and not ficha.tratamento:
        raise UserFacingError("atendimento.sem_tratamento")


def _faults_of_record(ficha: Ficha) -> dict[str, UserFacingError]:
    """Each field of the record on its own, so that the sentence stands under the right one."""
    named = replace(ficha, nome=ficha.nome if ficha.nome.strip() else "x")
    tries = {
        "nome": replace(ficha, telefone="", email="", endereco=""),
        "telefone": replace(named, nome="x", email="", endereco=""),
        "email": replace(named, nome="x", telefone="", endereco=""),
        "endereco": replace(named, nome="x", telefone="", email=""),
    }
    found: dict[str, UserFacingError] = {}
    for campo, one in tries.items():
        try:
            checked_record(one.cadastro())
        except UserFacingError as refusal:
            found[campo] = refusal
    return found


def nova_demanda(ficha: Ficha, hoje: date, cidadao_id: str | None) -> NovaDemanda:
    """What the form asks for.

    Args:
        ficha: checked.
        hoje: the office's calendar day.
        cidadao_id: of the known or newly registered person.

    Raises:
        UserFacingError: ``captura.data_formulario``.
    """
    return NovaDemanda(
        texto=ficha.texto,
        lugar=ficha.lugar,
        canal=ficha.canal,
        cidadao_id=cidadao_id,
        consentimentos=ficha.consentimentos,
        categoria_id=ficha.categoria_id,
        midias=ficha.midias,
        data_formulario=ler_dia(ficha.data, hoje),
    )


def campo_da_recusa(codigo: str) -> str | None:
    """The field that a refusal of the office is about; None where it is about none."""
    group, _, name = codigo.partition(".")
    if group == "coordenada":
        return "local"
    if group == "cidadaos":
        return {"telefone_invalido": "telefone", "email_invalido": "email"}.get(name, "pessoa")
    return {
        "captura.sem_conteudo": "texto",
        "captura.texto_curto": "texto",
        "captura.texto_longo": "texto",
        "captura.midias_demais": "midias",
        "captura.midia_invalida": "midias",
        "captura.sem_local": "local",
        "captura.unidade_invalida": "local",
        "captura.campo_longo": "local",
        "captura.data_formulario": "data",
    }.get(codigo)


def seguinte(ficha: Ficha, mantem: frozenset[str]) -> Ficha:
    """The form after a registration, with the groups that a batch of papers shares.

    Args:
        ficha: what was registered.
        mantem: of ``local``, ``data``, ``canal``, ``consentimentos``, ``pessoa``.
    """
    kept: dict[str, Any] = {
        name: getattr(ficha, name) for group in mantem & _KEPT.keys() for name in _KEPT[group]
    }
    following = Ficha(**kept)
    if following.quem == NOVO:
        # The person is registered now; a second record of the same one helps nobody.
        following = replace(following, quem=ANONIMO, tratamento=False, contato=False)
    return following


_KEPT: Final[Mapping[str, tuple[str, ...]]] = {
    "local": ("precisao", "local", "lat", "lng", "unidade_id", "referencia"),
    "data": ("data",),
    "canal": ("canal",),
    "consentimentos": ("publicacao_texto", "publicacao_imagem"),
    "pessoa": ("quem", "cidadao_id", "cidadao_nome", "tratamento", "contato"),
}
MANTER: Final[Mapping[str, str]] = {
    "local": "Local",
    "data": "Data do formulário",
    "canal": "Como chegou",
    "consentimentos": "Publicação",
    "pessoa": "Pessoa",
}
"""Groups that may stay, and what they are called."""
