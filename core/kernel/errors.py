"""The short tree of errors by cause (style.md, Python). Nothing here formats sentences.

A fault that a person can act on carries a message code and parameters; the sentence stands in
``resources/mensagens/pt_BR.toml`` and is put together by ``app.services.mensagens``.
"""

from __future__ import annotations


class UserFacingError(Exception):
    """Something the person can mend. ``code`` names a sentence, ``params`` fill it.

    Args:
        code: dotted message code, e.g. ``"registro.tipo_desconhecido"``.
        params: values for the sentence's placeholders; never personal data.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(f"{code} {params}" if params else code)


class EnvironmentFault(UserFacingError):
    """Disk full, database locked, folder read-only: retried, never parks an event."""


class IntegrityFault(UserFacingError):
    """A hash, chain or signature does not hold: nothing was applied."""
