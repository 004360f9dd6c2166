"""The classifier as a person meets it: ask it about a text, measure it, teach it from decisions.

Every answer says which words led to it. Which model is in use is the composition root's to know.
Source: Apêndice B D-3; issue of part 2, D-3.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from app.services.leitura import Leitor
from core.base.taxonomia.classifier import (
    LIMIAR_AUTOMATICO,
    LIMIAR_MINIMO,
    Alternativa,
    Classificacao,
    Classifier,
    Termo,
)
from core.base.taxonomia.loading import Categorizacao
from core.base.taxonomia.model import carregar_modelo
from core.base.taxonomia.retraining import Correcao, retreinar
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d3_categorizacao.queries import read_corrections
from core.kernel.errors import UserFacingError

COLUMNS: Final = ("texto", "categoria_id")
_METODOS: Final = {
    "automatico": "automatico",
    "amostra": "automatico",
    "revisao": "revisao_pendente",
}


class Modelos(Protocol):
    """The models of this office; called from any thread."""

    def __call__(self) -> Categorizacao:
        """What decides now."""

    def de_versao(self, versao_classificador: str, /) -> Categorizacao | None:
        """The files with the model of one version; None where it is gone."""

    def original(self) -> bytes:
        """The shipped model."""

    def em_uso(self) -> str:
        """Version of the model in use."""

    def versoes(self) -> Sequence[str]:
        """Versions of trained models."""

    def gravar(self, modelo: bytes, /) -> str:
        """Keep a trained model; its version."""

    def usar(self, versao: str | None, /) -> None:
        """Take a model into use; None: the shipped one.

        Raises:
            UserFacingError: ``categoria.modelo_desconhecido``, ``categoria.modelo_invalido``.
        """


@dataclass(frozen=True, slots=True)
class Resposta:
    """What the classifier says about a text.

    Args:
        metodo: ``automatico`` where it would be published, else ``revisao_pendente``.
        nome: of the category; None without one.
    """

    categoria_id: str | None
    nome: str | None
    subcategoria_id: str | None
    confianca: float
    metodo: str
    alternativas: tuple[Alternativa, ...]
    termos: tuple[Termo, ...]
    versao_classificador: str
    versao_taxonomia: str


@dataclass(frozen=True, slots=True)
class Limiar:
    """At a threshold: how many answers, their share of all texts, and how many were right."""

    limiar: float
    respostas: int
    cobertura: float
    precisao: float | None


@dataclass(frozen=True, slots=True)
class Avaliacao:
    """How often a model is right on texts whose category is known.

    Args:
        origem: the file, or ``decisoes`` of this office, which a trained model has seen.
        fora: texts whose category the taxonomy does not have, left out.
    """

    versao_classificador: str
    origem: str
    textos: int
    fora: int
    acuracia: float
    macro_f1: float
    limiares: tuple[Limiar, ...]


@dataclass(frozen=True, slots=True)
class Treino:
    """What training came to; both counts are over the decisions it learnt from."""

    versao: str
    base: str
    correcoes: int
    certas_antes: int
    certas_depois: int
    em_uso: bool


class CategoriasService:
    """Over one office, or over the files alone.

    Args:
        modelos: taxonomy and models.
        leitor: reads of the office; None where there is none.
    """

    def __init__(self, modelos: Modelos, leitor: Leitor | None = None) -> None:
        self._modelos = modelos
        self._leitor = leitor

    def classificar(self, texto: str) -> Resposta:
        """What the model in use says about a text; any text is allowed."""
        files = self._modelos()
        return answer_of(files.classifier.classificar(texto), files.taxonomy)

    def taxonomia(self) -> Taxonomy:
        """The categories, for lists to choose from."""
        return self._modelos().taxonomy

    def modelos(self) -> tuple[str, Sequence[str]]:
        """(version in use, versions of trained models)."""
        return self._modelos.em_uso(), self._modelos.versoes()

    def usar(self, versao: str | None) -> str:
        """Take a model into use; see ``Modelos.usar``. The version in use."""
        self._modelos.usar(versao)
        return self._modelos.em_uso()

    def treinar(self, *, usar: bool = True) -> Treino:
        """Teach the shipped model all decisions of this office that stand.

        Always from the shipped model: the same decisions give the same bytes, and none counts
        twice. What was decided before stays as it is.

        Raises:
            UserFacingError: ``categoria.sem_correcoes``.
            EnvironmentFault: ``categoria.modelo_nao_gravado``.
        """
        lessons = self._corrections()
        files, original = self._modelos(), self._modelos.original()
        data = retreinar(original, lessons, files.dictionary)
        if data == original:
            raise UserFacingError("categoria.sem_correcoes")
        before, after = (
            Classifier(carregar_modelo(model), files.dictionary, files.taxonomy)
            for model in (original, data)
        )
        versao = self._modelos.gravar(data)
        if usar:
            self._modelos.usar(versao)
        return Treino(
            versao=versao,
            base=before.versao_classificador,
            correcoes=carregar_modelo(data).correcoes,
            certas_antes=_right(before, lessons),
            certas_depois=_right(after, lessons),
            em_uso=usar,
        )

    def avaliar_decisoes(self) -> Avaliacao:
        """How often the model in use agrees with the decisions of this office.

        Raises:
            UserFacingError: ``categoria.sem_correcoes``.
        """
        lessons = self._corrections()
        if not lessons:
            raise UserFacingError("categoria.sem_correcoes")
        return self._measured(lessons, "decisoes")

    def avaliar_tabela(self, nome: str, dados: bytes) -> Avaliacao:
        """How often the model in use is right on the rows ``texto;categoria_id`` of a CSV.

        Args:
            nome: of the file, for the report.
            dados: its bytes, UTF-8 or Windows-1252, comma or semicolon.

        Raises:
            UserFacingError: ``categoria.tabela_invalida``.
        """
        lessons = [
            Correcao(row["texto"] or "", (row["categoria_id"] or "").strip())
            for row in _rows(nome, dados)
        ]
        return self._measured(lessons, nome)

    def _corrections(self) -> list[Correcao]:
        if self._leitor is None:
            return []
        with self._leitor.ler() as (cursor, dialect):
            return [Correcao(*pair) for pair in read_corrections(cursor, dialect)]

    def _measured(self, lessons: Sequence[Correcao], origem: str) -> Avaliacao:
        files = self._modelos()
        known = [one for one in lessons if files.taxonomy.is_active(one.categoria_id)]
        answers = [(one, files.classifier.classificar(one.texto)) for one in known]
        right = sum(found.categoria_id == one.categoria_id for one, found in answers)
        return Avaliacao(
            versao_classificador=files.classifier.versao_classificador,
            origem=origem,
            textos=len(known),
            fora=len(lessons) - len(known),
            acuracia=_share(right, len(known)),
            macro_f1=_macro_f1(answers),
            limiares=tuple(_at(answers, limit) for limit in (LIMIAR_AUTOMATICO, LIMIAR_MINIMO)),
        )


def answer_of(found: Classificacao, taxonomy: Taxonomy) -> Resposta:
    """A classification with the names of its categories."""
    return Resposta(
        categoria_id=found.categoria_id,
        nome=category_name(taxonomy, found.categoria_id),
        subcategoria_id=found.subcategoria_id,
        confianca=found.confianca,
        metodo=_METODOS[found.faixa()],
        alternativas=found.alternativas,
        termos=found.termos,
        versao_classificador=found.versao_classificador,
        versao_taxonomia=found.versao_taxonomia,
    )


def category_name(taxonomy: Taxonomy, categoria_id: str | None) -> str | None:
    """The name of a category; its id where the taxonomy has none of it."""
    if categoria_id is None:
        return None
    found = taxonomy.categoria(categoria_id)
    return categoria_id if found is None else found.nome


def _rows(nome: str, dados: bytes) -> Iterable[Mapping[str, str | None]]:
    try:
        text = dados.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = dados.decode("cp1252", errors="replace")
    head = text.split("\n", 1)[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ","
    )
    try:
        if not set(COLUMNS) <= set(reader.fieldnames or ()):
            raise UserFacingError("categoria.tabela_invalida", arquivo=nome)
        return list(reader)
    except csv.Error as error:
        raise UserFacingError("categoria.tabela_invalida", arquivo=nome) from error


def _right(classifier: Classifier, lessons: Iterable[Correcao]) -> int:
    return sum(
        classifier.classificar(one.texto).categoria_id == one.categoria_id for one in lessons
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _macro_f1(answers: Sequence[tuple[Correcao, Classificacao]]) -> float:
    """The mean F1 of the categories that occur."""
    wanted = sorted({one.categoria_id for one, _ in answers})
    total = sum(_f1(answers, one) for one in wanted)
    return round(total / len(wanted), 4) if wanted else 0.0


def _f1(answers: Sequence[tuple[Correcao, Classificacao]], wanted: str) -> float:
    hits = sum(one.categoria_id == found.categoria_id == wanted for one, found in answers)
    said = sum(found.categoria_id == wanted for _, found in answers)
    are = sum(one.categoria_id == wanted for one, _ in answers)
    return 2 * hits / (said + are)


def _at(answers: Sequence[tuple[Correcao, Classificacao]], limit: float) -> Limiar:
    given = [(one, found) for one, found in answers if found.confianca >= limit]
    right = sum(one.categoria_id == found.categoria_id for one, found in given)
    return Limiar(
        limit,
        len(given),
        _share(len(given), len(answers)),
        _share(right, len(given)) if given else None,
    )
