"""What an auditor found not to be as the log says it is: codes and values, no sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One input that differs.

    Args:
        entrada: which input, e.g. ``vencedor``; its sentence is ``auditoria.<entrada>``.
        publicado: what the event says.
        refeito: what comes out of the log.
        detalhe: further values for the sentence.
    """

    entrada: str
    publicado: Any = None
    refeito: Any = None
    detalhe: dict[str, Any] = field(default_factory=dict)

    @property
    def codigo(self) -> str:
        """Code of the sentence; an input that differs for several reasons has one for each."""
        por = self.detalhe.get("por")
        return f"auditoria.{self.entrada}" + ("" if por is None else f".{por}")

    @property
    def params(self) -> dict[str, Any]:
        """Values for the sentence; what is not there shows as a dash."""
        values = {"publicado": self.publicado, "refeito": self.refeito, **self.detalhe}
        return {name: "–" if value is None else value for name, value in values.items()}
