"""What people do to a demand from its own screen: correct, take the correction back, withdraw, contest.

Optimistic: a form is opened with what stood then, and an act says so; where the demand changed
meanwhile it is refused with a sentence and nothing is written, so that the form keeps its words.
Source: design.md 11 (Correction and withdrawal); ui.md (Reversible actions); peers.md 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.services.demanda_detalhe import TextoRestrito
from app.services.demandas import DemandasService
from app.services.escrita import Ator
from app.services.inerte import inerte
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from app.services.revisoes import RevisoesService
from app.services.unidades import nome_da_unidade
from core.base.territorio.coordenadas import ler_ponto
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.queries import DemandaRecebida, read_demanda
from core.colonies.d1a_captura.rules import MOTIVOS, Lugar, Precisao
from core.colonies.d7_transparencia.queries.demanda import read_demand
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Formulario:
    """What a correction's form is opened with.

    Args:
        vista: how many corrections there were.
        texto: the resident's words as they stand; None where erased.
        lugar: None where nothing of it is known.
        escolhida: category and subcategory that a person named at the counter.
        categoria: category and subcategory that stand now.
        unidade: id and name of the unit that stands now; (None, "") where there is none yet.
    """

    demanda_id: str
    protocolo: str
    vista: int
    texto: str | None
    lugar: Lugar | None
    escolhida: tuple[str | None, str | None]
    categoria: tuple[str | None, str | None]
    metodo: str | None
    unidade: tuple[str | None, str] = (None, "")

    @property
    def coordenadas(self) -> str:
        """The point as it is typed; empty where only a unit is known."""
        point = None if self.lugar is None else self.lugar.ponto
        if point is None:
            return ""
        return "; ".join(f"{side:.5f}".replace(".", ",") for side in (point.lat, point.lng))


@dataclass(frozen=True, slots=True)
class Corrigida:
    """A correction that was made.

    Args:
        campos: what it changed.
        volta: the correction that brings back what stood before; None where that is not possible.
    """

    demanda_id: str
    protocolo: str
    campos: tuple[str, ...]
    volta: Correcao | None


class DemandaAtosService:
    """Over one office.

    Args:
        leitor: reads.
        demandas: the counter's acts.
        revisoes: contests.
        anotar: writes down that this account opens what this citizen said.
    """

    def __init__(
        self,
        leitor: Leitor,
        demandas: DemandasService,
        revisoes: RevisoesService,
        anotar: Callable[[str, Ator], None],
    ) -> None:
        self._leitor = leitor
        self._anotar = anotar
        self._demandas = demandas
        self._revisoes = revisoes

    def formulario(self, demanda_id: str, ator: Ator) -> Formulario:
        """What a correction starts from; that the words were opened is noted first.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``captura.nao_encontrada``,
                ``captura.ja_retirada``.
        """
        exigir(ator, Ato.CORRIGIR)
        with self._leitor.ler() as leitura:
            found = read_demanda(*leitura, demanda_id)
            shown = read_demand(*leitura, demanda_id)
            unit = None if shown is None else shown.colunas.get("unidade_civica_id")
            unit_name = "" if unit is None else nome_da_unidade(leitura, unit) or unit[:8]
        if found is None:
            raise UserFacingError("captura.nao_encontrada")
        if found.status == "retirada":
            raise UserFacingError("captura.ja_retirada", protocolo=found.protocolo)
        self._note(found, ator)
        columns: Mapping[str, Any] = {} if shown is None else shown.colunas
        return Formulario(
            demanda_id,
            found.protocolo or demanda_id[:8],
            found.correcoes,
            found.texto_bruto,
            _place(found),
            (found.categoria_id, found.subcategoria_id),
            (columns.get("categoria_id"), columns.get("subcategoria_id")),
            columns.get("metodo_categoria"),
            (unit, unit_name),
        )

    def texto_restrito(self, demanda_id: str, ator: Ator) -> TextoRestrito:
        """What the resident said, as it was written down; that it was opened is noted first.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
        """
        exigir(ator, Ato.VER_TEXTO_BRUTO)
        with self._leitor.ler() as leitura:
            found = read_demanda(*leitura, demanda_id)
        if found is None:
            return TextoRestrito(None, None)
        self._note(found, ator)
        return TextoRestrito(*map(_inert, (found.texto_bruto, found.endereco_informado)))

    def corrigir(
        self,
        de: Formulario,
        motivo: str,
        ator: Ator,
        *,
        texto: str | None = None,
        coordenadas: str | None = None,
        unidade: str | None = None,
        categoria: tuple[str, str | None] | None = None,
    ) -> Corrigida:
        """Correct what the form changed.

        Args:
            de: what the form was opened with.
            motivo: why, restricted.
            ator: who.
            texto: other words; None leaves them.
            coordenadas: another point, as typed; None leaves it.
            unidade: only a unit instead of a point; None leaves it.
            categoria: another category and subcategory; None leaves both.

        Raises:
            UserFacingError: ``conta.sem_permissao``; ``captura.ja_corrigida`` and
                ``captura.categoria_mudou`` where the demand is no longer as the form saw it; else
                as ``DemandasService.corrigir``.
        """
        exigir(ator, Ato.CORRIGIR)
        if categoria is not None:
            self._same_category(de)
        wanted = Correcao(
            motivo=motivo,
            texto=texto,
            lugar=_said(coordenadas, unidade),
            categoria=categoria,
            correcoes_vistas=de.vista,
        )
        done = self._demandas.corrigir(de.demanda_id, wanted, ator)
        fields = tuple(done["campos"])
        return Corrigida(de.demanda_id, de.protocolo, fields, _back(de, fields))

    def desfazer(self, feita: Corrigida, ator: Ator) -> None:
        """Publish the correction that brings back what stood before.

        Raises:
            UserFacingError: ``captura.ja_corrigida`` where somebody corrected it since;
                else as ``corrigir``.
        """
        exigir(ator, Ato.CORRIGIR)
        if feita.volta is not None:
            self._demandas.corrigir(feita.demanda_id, feita.volta, ator)

    def retirar(
        self,
        demanda_id: str,
        motivo: str,
        ator: Ator,
        *,
        repetida_de: str | None = None,
        observacao: str | None = None,
    ) -> None:
        """Withdraw for good; faults as ``DemandasService.retirar``, and ``conta.sem_permissao``."""
        exigir(ator, Ato.RETIRAR)
        if motivo not in MOTIVOS:
            raise ValueError(f"no such motive: {motivo}")
        self._demandas.retirar(
            demanda_id, motivo, ator, repetida_de=repetida_de, observacao=observacao
        )

    def contestar(
        self, demanda_id: str, ator: Ator, *, sugerida: str | None, motivo: str | None
    ) -> None:
        """Say that the category is wrong; faults as ``RevisoesService.contestar``."""
        exigir(ator, Ato.CONTESTAR)
        self._revisoes.contestar(demanda_id, ator, categoria_sugerida=sugerida, motivo=motivo)

    def _note(self, found: DemandaRecebida, ator: Ator) -> None:
        """Erased words belong to nobody any more."""
        if found.cidadao_id is not None and found.texto_bruto is not None:
            self._anotar(found.cidadao_id, ator)

    def _same_category(self, de: Formulario) -> None:
        with self._leitor.ler() as leitura:
            shown = read_demand(*leitura, de.demanda_id)
        if shown is not None:
            now = (shown.colunas["categoria_id"], shown.colunas["subcategoria_id"])
            if now != de.categoria:
                raise UserFacingError("captura.categoria_mudou", protocolo=de.protocolo)


def _inert(texto: str | None) -> str | None:
    return None if texto is None else inerte(texto)


def _said(coordenadas: str | None, unidade: str | None) -> Lugar | None:
    """The place that a form names."""
    if coordenadas is not None:
        return Lugar("ponto", ler_ponto(coordenadas))
    return None if unidade is None else Lugar("unidade", unidade_id=unidade)


def _place(found: DemandaRecebida) -> Lugar | None:
    """The place as the counter has it, fit to be given back."""
    if found.ponto is None and found.unidade_informada_id is None:
        return None
    if found.ponto is None:
        return Lugar("unidade", unidade_id=found.unidade_informada_id)
    if found.precisao_local == "unidade":
        # A pin that was kept while its unit was said by hand: no place says both.
        return None
    exact: Precisao = "rua" if found.precisao_local == "rua" else "ponto"
    return Lugar(exact, found.ponto, found.unidade_informada_id)


def _back(de: Formulario, campos: tuple[str, ...]) -> Correcao | None:
    """What brings the form's own values back."""
    text = de.texto if "texto" in campos else None
    place = de.lugar if "local" in campos else None
    if ("texto" in campos and text is None) or ("local" in campos and place is None):
        return None
    category = None
    if "categoria" in campos:
        # What a person had decided in review is said again; what the program said, it says again.
        is_decided = de.escolhida == (None, None) and de.metodo == "manual"
        category = de.categoria if is_decided else de.escolhida
    return Correcao(
        motivo="Correção desfeita",
        texto=text,
        lugar=place,
        categoria=category,
        correcoes_vistas=de.vista + 1,
    )
