"""Files at every entrance: one pipeline, and what a screen shows of them.

Bytes from a stranger are recognised here and decoded in a process of their own
(``core.base.midia.oficina``); what is stored are clean files only. A file is in the store before any
draft or event refers to it; what nothing refers to is collected later (``coleta_anexos``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.services.coleta_anexos import ColetaDeAnexos
from app.services.escrita import Ator
from app.services.leitura import Leitor
from app.services.miniaturas import Miniaturas
from app.services.permissoes import Ato, exigir
from core.base.midia.formatos import (
    MAX_BYTES,
    MAX_POR_DEMANDA,
    Especie,
    conferir_quantidade,
    de_mime,
)
from core.base.midia.limpeza import MidiaGuardada, especie_de, hash_de, rotulo
from core.base.midia.oficina import Oficina
from core.colonies.d1c_anexos import queries
from core.colonies.d1c_anexos.api import conferir_reenvio
from core.colonies.d1c_anexos.queries import Anexo
from core.colonies.d1c_anexos.rules import ATUALIZACAO
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.attachments import Attachments
from core.kernel.store.attachments_sweep import Sweep

__all__ = ["MAX_POR_DEMANDA", "Foto", "MidiaGuardada", "MidiasService", "Recebidas"]

ESPECIES: Final[Mapping[Especie, str]] = {
    "imagem": "Foto",
    "audio": "Gravação",
    "documento": "Documento",
    "texto": "Texto",
}
SITUACOES: Final[Mapping[str, str]] = {
    "processando": "Ainda não examinada",
    "pendente": "Espera a moderação; o público não a vê",
    "ativo": "Liberada",
    "bloqueado": "Bloqueada; o público não a vê",
    "removido": "Removida para sempre pela moderação",
}
SEM_CONSENTIMENTO: Final = "O morador não autorizou mostrar; o público não a vê"
_INSIDE: Final = frozenset({"atendente", "moderador"})
LADO_IMPRESSO: Final = 320
FOTOS_IMPRESSAS: Final = 6
CHANGED: Final = frozenset(
    {"anexo.processado", "anexo.moderado", "anexo.removido", "moderacao.decidida"}
)
"""What concerns a gallery."""

Entrada = Path | tuple[str, bytes]
"""A file on a disk, or bytes with a name (a paste)."""


@dataclass(frozen=True, slots=True)
class Recebidas:
    """What came of a pick of files.

    Args:
        guardadas: in the order they were given; those that were there already are not among them.
        recusas: label -> why it was not taken.
    """

    guardadas: tuple[MidiaGuardada, ...]
    recusas: tuple[tuple[str, UserFacingError], ...]


@dataclass(frozen=True, slots=True)
class Foto:
    """A file of a demand as a gallery shows it.

    Args:
        anexo_id: which.
        numero: counted from 1, for the screen.
        especie: kind; None where nothing is known of it.
        titulo: kind and number.
        situacao: its state in words.
        is_publica: everybody may see it.
        is_velada: shown blurred until asked for: nobody has approved it.
        sha256: the stored object; None where it was removed, or is not to be seen here.
        mime: of the object.
        tamanho_bytes: of the object.
    """

    anexo_id: str
    numero: int
    especie: Especie | None
    titulo: str
    situacao: str
    is_publica: bool
    is_velada: bool
    sha256: str | None
    mime: str
    tamanho_bytes: int


class MidiasService:
    """Over one office.

    Args:
        leitor: lends cursors.
        anexos: the content store.
        oficina: makes the process that cleans a pick of files.
        coleta: collects what nothing refers to; None in an office opened for reading only.
    """

    def __init__(
        self,
        leitor: Leitor,
        anexos: Attachments,
        oficina: Callable[[], AbstractContextManager[Oficina]] = Oficina,
        coleta: ColetaDeAnexos | None = None,
    ) -> None:
        self._coleta = coleta
        self._leitor = leitor
        self._anexos = anexos
        self._oficina = oficina
        self._miniaturas = Miniaturas(anexos)

    # -- entrance --------------------------------------------------------------------------

    def receber(
        self,
        entradas: Sequence[Entrada],
        ator: Ator,
        *,
        ja: Sequence[MidiaGuardada] = (),
        progresso: Callable[[int, int], object] | None = None,
        ato: Ato = Ato.REGISTRAR,
        demanda_id: str | None = None,
    ) -> Recebidas:
        """Clean and store a pick of files; what is refused keeps none of the others out.

        Args:
            entradas: what was picked, dropped or pasted.
            ator: whose act.
            ja: what the form has already: it counts for the limit, and twice is once.
            progresso: told (done, of how many); may raise to stop, then nothing more is taken.
            ato: what it is taken for.
            demanda_id: a demand that there is already: what moderation removed from it is refused.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
            EnvironmentFault: ``anexo.nao_gravado``: the disk is full or refuses; what was stored
                before stays and the form too.
        """
        exigir(ator, ato)
        kept: list[MidiaGuardada] = []
        refused: list[tuple[str, UserFacingError]] = []
        # By either hash: encoders change, and one photo may come with other tags.
        known = {text for one in ja for text in (one.hash_origem, one.sha256)}
        with self._oficina() as oficina:
            for place, entrada in enumerate(entradas):
                if progresso is not None:
                    progresso(place, len(entradas))
                label, made = _label(entrada), None
                try:
                    conferir_quantidade(len(ja) + len(kept) + 1)
                    made = self._stored(oficina, entrada, label, demanda_id)
                except EnvironmentFault as fault:
                    if fault.code != "midia.nao_lida":
                        raise
                    refused.append((label, fault))
                except UserFacingError as refusal:
                    refused.append((label, refusal))
                if made is not None and not known & {made.hash_origem, made.sha256}:
                    known |= {made.hash_origem, made.sha256}
                    kept.append(made)
        return Recebidas(tuple(kept), tuple(refused))

    def _stored(
        self, oficina: Oficina, entrada: Entrada, label: str, demanda_id: str | None
    ) -> MidiaGuardada:
        made = oficina.limpar(_bytes_of(entrada))
        if demanda_id is not None:
            with self._leitor.ler() as leitura:
                conferir_reenvio(*leitura, demanda_id, hash_de(made.conteudo), made.hash_origem)
        return MidiaGuardada(
            sha256=self._anexos.put(made.conteudo),
            tamanho_bytes=len(made.conteudo),
            mime=made.mime,
            hash_origem=made.hash_origem,
            nome=label,
        )

    def recolher(self) -> Sweep:
        """After a start: delete what was removed or lost; see ``ColetaDeAnexos.recolher``."""
        return Sweep(0, 0) if self._coleta is None else self._coleta.recolher()

    # -- what is there ---------------------------------------------------------------------

    def ler(self, sha256: str) -> bytes:
        """A stored object.

        Raises:
            UserFacingError: ``anexo.ausente``.
            IntegrityFault: ``anexo.danificado``.
            EnvironmentFault: ``anexo.nao_lido``.
        """
        content = self._anexos.get(sha256)
        if content is None:
            raise UserFacingError("anexo.ausente", anexo=sha256[:12])
        return content

    def miniatura(self, sha256: str, mime: str, lado: int) -> bytes:
        """A small JPEG of a stored picture; see ``Miniaturas``.

        Raises:
            UserFacingError: ``anexo.ausente``, ``midia.*``.
        """
        return self._miniaturas.de(sha256, mime, lado)

    def para_imprimir(self, demanda_id: str) -> tuple[bytes, ...]:
        """Small JPEGs of what everybody may see of a demand, as it stands now, for a sheet of paper.

        A picture that is not in this office, or cannot be read, is left out.
        """
        found: list[bytes] = []
        for foto in self.galeria(demanda_id, None):
            if foto.is_publica and foto.especie == "imagem" and foto.sha256 is not None:
                with suppress(UserFacingError):
                    found.append(self.miniatura(foto.sha256, foto.mime, LADO_IMPRESSO))
        return tuple(found[:FOTOS_IMPRESSAS])

    def galeria(self, demanda_id: str, ator: Ator | None) -> tuple[Foto, ...]:
        """The files of a demand, as whoever looks may see them.

        Args:
            demanda_id: which.
            ator: who looks; clerks and moderators see what waits or is held back; others, and
                nobody, what everybody sees.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = queries.anexos_da_demanda(cursor, dialect, demanda_id)
        may_see_all = ator is not None and ator["papel"] in _INSIDE
        return tuple(
            _photo(one, number, may_see_all=may_see_all)
            for number, one in enumerate(found, start=1)
        )

    def copiar(self, sha256: str, destino: Path) -> None:
        """Write a copy of a stored object for a person.

        Raises:
            UserFacingError: ``anexo.ausente``.
            OSError: the disk refuses; nothing half-written stays.
        """
        content = self.ler(sha256)
        partial = destino.with_name(f".{destino.name}.parcial")
        try:
            partial.write_bytes(content)
            partial.replace(destino)
        finally:
            partial.unlink(missing_ok=True)

    def nome_de_copia(self, foto: Foto) -> str:
        """The name that a copy of a file gets: its kind and number, never its label."""
        formato = de_mime(foto.mime)
        ending = "bin" if formato is None else formato.final
        return (
            f"{foto.titulo.lower().replace(' ', '-').replace('ç', 'c').replace('ã', 'a')}.{ending}"
        )


def too_many() -> UserFacingError:
    """Why a file beyond what a demand may have is left out."""
    return UserFacingError("midia.demais", limite=MAX_POR_DEMANDA)


def guardadas_de(valor: object) -> tuple[MidiaGuardada, ...]:
    """The files of a draft's form; what another version kept otherwise is left out."""
    listed = valor if isinstance(valor, list | tuple) else ()
    found = (guardada_de(one) for one in listed if isinstance(one, Mapping))
    return tuple(one for one in found if one is not None)


def guardada_de(valor: Mapping[str, Any]) -> MidiaGuardada | None:
    """A file as a draft kept it; None where it was kept by another version."""
    try:
        made = MidiaGuardada(**valor)
    except TypeError:
        return None
    texts = (made.sha256, made.hash_origem, made.mime, made.nome)
    is_sound = all(isinstance(one, str) for one in texts) and isinstance(made.tamanho_bytes, int)
    return made if is_sound and len(made.sha256) == len(made.hash_origem) == 64 else None


def _label(entrada: Entrada) -> str:
    return rotulo(entrada.name if isinstance(entrada, Path) else entrada[0])


def _bytes_of(entrada: Entrada) -> bytes:
    """The bytes, never more than a file may have.

    Raises:
        EnvironmentFault: ``midia.nao_lida``.
    """
    if not isinstance(entrada, Path):
        return entrada[1]
    try:
        if not entrada.is_file():
            raise EnvironmentFault("midia.nao_lida")
        with entrada.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise EnvironmentFault("midia.nao_lida") from error


def _title(one: Anexo, number: int, kind: Especie | None) -> str:
    """Kind and number; a councillor's is told from the resident's."""
    came = " do relato" if one.via == ATUALIZACAO else ""
    return f"{'Arquivo' if kind is None else ESPECIES[kind]} {number}{came}"


def _photo(one: Anexo, number: int, *, may_see_all: bool) -> Foto:
    kind = especie_de(one.tipo_mime)
    is_public = one.situacao == "ativo" and one.publica_imagem
    words = SITUACOES[one.situacao]
    if one.situacao == "ativo" and not one.publica_imagem:
        words = SEM_CONSENTIMENTO
    may_see = one.situacao != "removido" and (is_public or may_see_all)
    return Foto(
        anexo_id=one.anexo_id,
        numero=number,
        especie=kind,
        titulo=_title(one, number, kind),
        situacao=words,
        is_publica=is_public,
        is_velada=one.situacao == "bloqueado" or one.possui_dado_sensivel,
        sha256=one.hash_sha256 if may_see else None,
        mime=one.tipo_mime or "",
        tamanho_bytes=one.tamanho_bytes,
    )
