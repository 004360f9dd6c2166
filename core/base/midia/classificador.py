"""The port through which a stored file is looked at by a machine (Apêndice B D-1c, design.md 10).

D-1c asks it in a trabalho, after the file was cleaned and stored. Whoever fills it never decides:
what it answers sends a file to a person, or spares a person from looking. Without one, nothing was
looked at, and every file waits for a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

BLOQUEIO_NSFW: Final = 0.85
"""From here on a picture is held back until a person decided (G-040)."""

SINAL_NSFW: Final = 0.50
SINAL_PESSOA: Final = 0.50
SINAL_DOCUMENTO: Final = 0.50


@dataclass(frozen=True, slots=True, kw_only=True)
class Classificacao:
    """What was seen in a file. None: that question was not asked of it, or got no answer.

    Args:
        nsfw: probability of nudity or violence, 0-1.
        pessoa: strongest detection of a person, 0-1.
        documento: how much it looks like a document or a screen with personal data, 0-1.
        padroes: codes of personal data found in words (``cpf``, ``rg``, ``telefone`` …): named,
            never quoted.
        modelos: ``name@version`` of what looked, each a :data:`core.kernel.contract.Identificador`.
    """

    nsfw: float | None = None
    pessoa: float | None = None
    documento: float | None = None
    padroes: tuple[str, ...] = ()
    modelos: tuple[str, ...] = ()


class Classificador(Protocol):
    """Looks at a file; may be slow, may raise: then the file counts as not looked at."""

    def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
        """What is seen in a stored object, or None where nothing can look at this type.

        Called in a worker thread, never inside a transaction.
        """


class SemClassificador:
    """No model, no heuristic: nothing is known of any file."""

    def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
        """Always None."""
        return None
