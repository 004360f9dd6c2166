"""Any exception as something a screen can show: its cause, a sentence, a copyable report.

The report carries no personal data: of a bug it names the exception's type and the places in the
code, never messages or values, because those may quote what a resident said.
Source: style.md, Python (errors by cause); ui.md, Words.
"""

from __future__ import annotations

import platform
import sys
import traceback
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from app.services.mensagens import Mensagens
from app.services.progresso import Cancelled
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.system_reason import system_reason


class Cause(StrEnum):
    """Whose matter it is."""

    PESSOA = "pessoa"
    AMBIENTE = "ambiente"
    INTEGRIDADE = "integridade"
    DEFEITO = "defeito"


@dataclass(frozen=True, slots=True)
class Falha:
    """A fault ready for the screen.

    Args:
        causa: whose matter it is.
        codigo: message code, or the exception's type for a bug.
        frase: what happened, what it means, what to do.
        relatorio: text to copy for whoever looks after the system; no personal data.
    """

    causa: Cause
    codigo: str
    frase: str
    relatorio: str

    @property
    def is_bug(self) -> bool:
        """True where the program itself is at fault."""
        return self.causa is Cause.DEFEITO


_BUG_CODE = "falha.defeito"
_REFUSED_CODE = "arquivo.recusado"


def is_cancellation(error: BaseException) -> bool:
    """True where the person stopped the work: nothing to show."""
    return isinstance(error, Cancelled)


def describe(error: BaseException, mensagens: Mensagens, *, versao: str = "") -> Falha:
    """``error`` by cause. Never raises."""
    if isinstance(error, UserFacingError):
        cause = Cause.PESSOA
        if isinstance(error, EnvironmentFault):
            cause = Cause.AMBIENTE
        elif isinstance(error, IntegrityFault):
            cause = Cause.INTEGRIDADE
        sentence = mensagens.sentence(error.code, error.params)
        return Falha(cause, error.code, sentence, _report(error, error.code, versao))
    if isinstance(error, OSError) and error.errno is not None:
        # Nobody caught it where it happened, but it is the machine's refusal, not a bug.
        name = "de saída" if error.filename is None else str(error.filename)
        params = {"arquivo": name, "motivo": system_reason(error)}
        sentence = mensagens.sentence(_REFUSED_CODE, params)
        return Falha(Cause.AMBIENTE, _REFUSED_CODE, sentence, _report(error, _REFUSED_CODE, versao))
    name = type(error).__qualname__
    return Falha(
        Cause.DEFEITO,
        name,
        mensagens.sentence(_BUG_CODE, {"codigo": name}),
        _report(error, name, versao),
    )


def _report(error: BaseException, code: str, versao: str) -> str:
    lines = [
        f"Formigueiro {versao}".rstrip(),
        f"Python {platform.python_version()} · {platform.system()} {platform.release()}",
        f"Código: {code}",
        "",
    ]
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        lines.append(f"{type(link).__module__}.{type(link).__qualname__}")
        lines.extend(
            f"  {_place(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(link.__traceback__)
        )
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return "\n".join(lines)


def _place(filename: str) -> str:
    """The file without the folders above the project or library: they name the person."""
    path = PurePath(filename)
    for root in sorted(sys.path, key=len, reverse=True):
        if root and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name
