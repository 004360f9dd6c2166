"""What an import did, by level and source, with every repair and refusal named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

MAX_OCORRENCIAS: Final = 5_000
"""Repairs and refusals that are listed one by one; all are counted."""


class Ocorrencia(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One feature that needs a word.

    Args:
        motivo: message code, e.g. ``territorio.recusa.area_pequena``.
        arquivo: name of the file, without its folder.
        ordem: place of the feature in its layer, from 1.
        unidade_mantida: False where no unit came of it; True where only the outline is missing
            or was changed.
        antes_m2: area before a repair.
        depois_m2: area after it, or of the outline that was refused.
    """

    motivo: str
    arquivo: str
    ordem: int
    nivel: int | None = None
    codigo: str | None = None
    nome: str | None = None
    unidade_mantida: bool = False
    antes_m2: int | None = None
    depois_m2: int | None = None


class Contagem(msgspec.Struct, kw_only=True):
    """Figures of one level and source.

    ``lidas`` = ``com_geometria`` + ``sem_geometria`` + ``unidas`` + ``repetidas`` +
    ``recusadas``; ``derivadas`` rows follow from codes and were not in the files.
    """

    nivel: int
    fonte: str
    lidas: int = 0
    com_geometria: int = 0
    sem_geometria: int = 0
    reparadas: int = 0
    unidas: int = 0
    repetidas: int = 0
    recusadas: int = 0
    derivadas: int = 0
    pai_por_ponto: int = 0
    sem_pai: int = 0


class ArquivoLido(msgspec.Struct, kw_only=True):
    """A layer that was read: by which profile, with which notices (message codes)."""

    arquivo: str
    camada: str
    formato: str
    perfil: str
    feicoes: int
    avisos: list[str] = []


class Resumo(msgspec.Struct, kw_only=True):
    """The whole account of an import."""

    arquivos: list[ArquivoLido] = []
    contagens: list[Contagem] = []
    reparos: list[Ocorrencia] = []
    recusas: list[Ocorrencia] = []
    ocorrencias_omitidas: int = 0
    versao_fronteira: str = ""

    def contagem(self, nivel: int, fonte: str) -> Contagem:
        """The figures of a level and source, begun at zero."""
        for contagem in self.contagens:
            if contagem.nivel == nivel and contagem.fonte == fonte:
                return contagem
        contagem = Contagem(nivel=nivel, fonte=fonte)
        self.contagens.append(contagem)
        return contagem

    def anotar(self, lista: list[Ocorrencia], ocorrencia: Ocorrencia) -> None:
        """List a repair or refusal, up to ``MAX_OCORRENCIAS``."""
        if len(self.reparos) + len(self.recusas) < MAX_OCORRENCIAS:
            lista.append(ocorrencia)
        else:
            self.ocorrencias_omitidas += 1

    def ordenado(self) -> Resumo:
        """The same with levels from the country down, sources by name."""
        self.contagens.sort(key=lambda c: (-c.nivel, c.fonte))
        return self

    def total(self, campo: str) -> int:
        """Sum of one figure over all levels and sources."""
        return sum(int(getattr(contagem, campo)) for contagem in self.contagens)


def gravar_resumo(resumo: Resumo) -> bytes:
    """As JSON, for ``--json`` and for the answer of the reader's process."""
    return msgspec.json.encode(resumo)


def abrir_resumo(dados: bytes) -> Resumo:
    """From the bytes of :func:`gravar_resumo`; msgspec.DecodeError where they are none."""
    return msgspec.json.decode(dados, type=Resumo)


def motivos(ocorrencias: Iterable[Ocorrencia]) -> dict[str, int]:
    """How often each reason occurs, most frequent first."""
    contados: dict[str, Any] = {}
    for ocorrencia in ocorrencias:
        contados[ocorrencia.motivo] = contados.get(ocorrencia.motivo, 0) + 1
    return dict(sorted(contados.items(), key=lambda par: (-par[1], par[0])))
