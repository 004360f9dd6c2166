"""Puts taxonomy, dictionary and model together from their bytes, checking that they fit.

Who reads the bytes is ``app.settings.recursos``; a retrained model comes from the office's own
folder. Source: design.md 6 (versioned files).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.base.taxonomia.classifier import Classifier
from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.model import ModelError, carregar_modelo
from core.base.taxonomia.taxonomy import Taxonomy, carregar_taxonomia, carregar_termos

# Names below resources/.
ARQUIVO_TAXONOMIA: Final = "taxonomia/taxonomia-v1.json"
ARQUIVO_DICIONARIO: Final = "taxonomia/dicionario-v1.json"
ARQUIVO_ORGAOS: Final = "taxonomia/orgaos-v1.json"
ARQUIVO_MODELO: Final = "taxonomia/modelo-v1.json"


@dataclass(frozen=True, slots=True)
class Categorizacao:
    """Everything D-3 needs that is a file."""

    taxonomy: Taxonomy
    dictionary: Dictionary
    classifier: Classifier


def montar(taxonomia: bytes, dicionario: bytes, modelo: bytes) -> Categorizacao:
    """Load the three files.

    Raises:
        TaxonomyError: taxonomy or dictionary is broken.
        ModelError: the model is broken or made for other versions of the two.
    """
    taxonomy = carregar_taxonomia(taxonomia)
    dictionary = Dictionary(*carregar_termos(dicionario, taxonomy))
    loaded = carregar_modelo(modelo)
    if (loaded.versao_taxonomia, loaded.versao_dicionario) != (taxonomy.versao, dictionary.versao):
        raise ModelError(
            f"trained for {loaded.versao_taxonomia} and {loaded.versao_dicionario},"
            f" not for {taxonomy.versao} and {dictionary.versao}"
        )
    try:
        classifier = Classifier(loaded, dictionary, taxonomy)
    except ValueError as error:
        raise ModelError(str(error)) from error
    return Categorizacao(taxonomy, dictionary, classifier)
