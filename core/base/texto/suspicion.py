"""Is a text suspicious: a denylist term, or a pattern of personal data. Named, never quoted.

The one answer that captures, normalisation and reports share, so that they seal alike. Source:
design.md 4 (``conteudo_suspeito``), Apêndice B D-1b and D-6b ("pelo helper compartilhado").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.base.texto.denylist import VERSAO_DENYLIST, Denylist
from core.base.texto.personal_data import VERSAO_PADROES, patterns

VERSAO_SUSPEITA: Final = f"{VERSAO_DENYLIST}+{VERSAO_PADROES}"
PATTERN_PREFIX: Final = "padrao:"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """``termos_suspeitos``: denylist terms as they are listed, and ``padrao:cpf`` and the like."""

    termos: tuple[str, ...]

    @property
    def conteudo_suspeito(self) -> bool:
        """Whether a moderator has to look before anybody else does."""
        return bool(self.termos)


def judge(denylist: Denylist, *texts: str) -> Suspicion:
    """Judge texts that are published together, e.g. title and description."""
    terms: set[str] = set()
    for text in texts:
        terms.update(denylist.find(text))
        terms.update(PATTERN_PREFIX + name for name in patterns(text))
    return Suspicion(tuple(sorted(terms)))
