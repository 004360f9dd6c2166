"""``main``: parse, run the verb, print, and turn every fault into a sentence and an exit code.

Exit codes: 0 ok, 2 usage or refused, 3 environment, 4 integrity (``saida.py``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from app.cli.ambiente import Ambiente, build_ambiente
from app.cli.analisador import AjudaPedida, build_parser
from app.cli.comandos.catalogo import VERBOS
from app.cli.saida import (
    ENVIRONMENT,
    INTEGRITY,
    OK,
    USAGE,
    Resultado,
    print_error,
    print_result,
    use_utf8,
)
from app.cli.tela import has_display
from app.services.falhas import Cause, describe
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from app.settings.versao import VERSAO

_EXIT_CODES: Final = {
    Cause.PESSOA: USAGE,
    Cause.AMBIENTE: ENVIRONMENT,
    Cause.INTEGRIDADE: INTEGRITY,
    Cause.DEFEITO: 1,
}


def main(
    argv: Sequence[str] | None = None, out: TextIO | None = None, err: TextIO | None = None
) -> int:
    """Run one call of the command line.

    Args:
        argv: the words after ``python -m app``; None takes the process's.
        out: standard output.
        err: standard error.

    Returns:
        The exit code.
    """
    use_utf8()
    words = list(sys.argv[1:] if argv is None else argv)
    out, err = out or sys.stdout, err or sys.stderr
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    as_json = "--json" in words
    try:
        args = build_parser(VERBOS, VERSAO).parse_args(words)
        if args.versao:
            result = Resultado({"versao": VERSAO}, [f"Formigueiro {VERSAO}"])
            return print_result(result, as_json=as_json, out=out, err=err)
        ambiente = build_ambiente(args, recursos, mensagens, err)
        if args.verbo is None:
            return _open_window(ambiente, as_json=as_json, out=out, err=err)
        result = args.verbo.executar(ambiente, args)
        return print_result(result, as_json=as_json, out=out, err=err)
    except AjudaPedida as page:
        print(page.text, file=out)
        return OK
    except BrokenPipeError:
        # The reader went away (``| head``): nothing to say, and nowhere to say it.
        _drop_output()
        return OK
    except KeyboardInterrupt:
        print(mensagens.sentence("uso.interrompido"), file=err)
        return 130
    except Exception as error:  # noqa: BLE001 # the last place: a sentence instead of a traceback
        fault = describe(error, mensagens, versao=VERSAO)
        code = _EXIT_CODES[fault.causa]
        if isinstance(error, OSError) and error.filename is None:
            _drop_output()
        print_error(fault.codigo, fault.frase, code, as_json=as_json, out=out, err=err)
        if fault.is_bug:
            print(fault.relatorio, file=err)
        return code


def _drop_output() -> None:
    """Standard output takes no more: what is still waiting for it must not fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_window(ambiente: Ambiente, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """The window where there is a display; the same main job in the terminal elsewhere."""
    if has_display():
        from app.cli.janela import run_window  # noqa: PLC0415 # Qt is loaded only for a window

        return run_window(ambiente)
    from app.cli.sem_tela import run_without_display  # noqa: PLC0415 # rare, and it loads Qt

    result = run_without_display(ambiente, lambda line: print(line, file=err if as_json else out))
    return print_result(result, as_json=as_json, out=out, err=err)
