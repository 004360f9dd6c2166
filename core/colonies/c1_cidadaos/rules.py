"""What makes a citizen's record acceptable. Values in, values out. Source: design.md 9."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.base.texto.inert import inert
from core.base.texto.personal_data import patterns
from core.kernel.errors import UserFacingError
from core.kernel.ids import uuid_bytes

MAX_CHARS: Final = 300
DOCUMENTS: Final = frozenset({"cpf", "rg", "cnh", "cartao"})
CONSENTS: Final = ("tratamento", "publicacao_texto", "publicacao_imagem", "contato")

_EMAIL: Final = re.compile(r"[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+")
_PHONE: Final = re.compile(r"\+?[0-9(][0-9 ().-]{6,24}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cadastro:
    """What is written down about a citizen; there is no document number among it.

    Args:
        nome: how the person is called.
        verificado_presencialmente: the clerk has seen a document; nothing of it is kept.
        consentimentos: of ``CONSENTS``, those given are true.
    """

    nome: str
    telefone: str | None = None
    email: str | None = None
    endereco: str | None = None
    unidade_civica_id: str | None = None
    verificado_presencialmente: bool = False
    consentimentos: Mapping[str, bool] | None = None
    termos_versao: str | None = None


def checked_record(cadastro: Cadastro) -> dict[str, Any]:
    """The record as its event's fields, empty ones left out.

    Raises:
        UserFacingError: ``cidadaos.*``.
    """
    name = _line(cadastro.nome, "nome")
    if name is None:
        raise UserFacingError("cidadaos.nome_vazio")
    consents = None
    if cadastro.consentimentos is not None:
        consents = {key: bool(cadastro.consentimentos.get(key, False)) for key in CONSENTS}
    fields = {
        "nome": name,
        "telefone": checked_phone(cadastro.telefone),
        "email": checked_email(cadastro.email),
        "endereco": _line(cadastro.endereco, "endereço"),
        "unidade_civica_id": checked_unit(cadastro.unidade_civica_id),
        "verificado_presencialmente": cadastro.verificado_presencialmente,
        "consentimentos": consents,
        "termos_versao": cadastro.termos_versao,
    }
    return {field: value for field, value in fields.items() if value is not None}


def checked_phone(text: str | None) -> str | None:
    """A phone number of 8 to 15 digits.

    Raises:
        UserFacingError: ``cidadaos.telefone_invalido``.
    """
    line = _line(text, "telefone", with_documents=True)
    if line is None:
        return None
    digits = sum(char.isdigit() for char in line)
    if not _PHONE.fullmatch(line) or not 8 <= digits <= 15:
        raise UserFacingError("cidadaos.telefone_invalido")
    return line


def checked_email(text: str | None) -> str | None:
    """An address with one ``@`` and a domain.

    Raises:
        UserFacingError: ``cidadaos.email_invalido``.
    """
    line = _line(text, "e-mail")
    if line is not None and not _EMAIL.fullmatch(line):
        raise UserFacingError("cidadaos.email_invalido")
    return line


def checked_unit(unidade_id: str | None) -> str | None:
    """The id of the unit the person lives in.

    Raises:
        UserFacingError: ``cidadaos.unidade_invalida``.
    """
    if unidade_id is None:
        return None
    try:
        uuid_bytes(unidade_id)
    except ValueError:
        raise UserFacingError("cidadaos.unidade_invalida") from None
    return unidade_id


def _line(text: str | None, campo: str, *, with_documents: bool = False) -> str | None:
    """One line in NFC; a document's number has no place in it."""
    kept = " ".join(unicodedata.normalize("NFC", inert(text or "")).split())
    if len(kept) > MAX_CHARS:
        raise UserFacingError("cidadaos.campo_longo", campo=campo, limite=MAX_CHARS)
    if not with_documents and not DOCUMENTS.isdisjoint(patterns(kept)):
        raise UserFacingError("cidadaos.sem_documento", campo=campo)
    return kept or None
