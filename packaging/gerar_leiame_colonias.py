"""Write the lists in every colony's README: events in and out, tables, privacy, trabalhos.

What stands between the two markers is generated from the code; the rest is the colony's own
words. ``--verificar`` writes nothing and returns 1 where a README says something else than the
code. Source: style.md, A colony is one folder.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from core.colonies.catalogo import COLONIES  # noqa: E402  the tree is the import root
from core.kernel.colony import Authority, Colony  # noqa: E402  same

FOLDER = ROOT / "core" / "colonies"
BEGIN = "<!-- gerado do código por packaging/gerar_leiame_colonias.py: não edite daqui -->"
END = "<!-- até aqui -->"

_WHO = {
    Authority.AUTOR: "nó autor",
    Authority.CUSTODIA: "nó com a custódia",
    Authority.LOCAL: "efeito local",
}


def folder_of(colony: Colony) -> Path | None:
    """The folder whose ``colony.py`` declares the colony; None where there is none.

    A colony that is built with its files stands there as the function that builds it.
    """
    for path in sorted(FOLDER.glob("*/colony.py")):
        module = importlib.import_module(f"core.colonies.{path.parent.name}.colony")
        if any(value is colony for value in vars(module).values()):
            return path.parent
        if hasattr(module, f"{colony.prefixo}_colony"):
            return path.parent
    return None


def lists(colony: Colony) -> str:
    """The generated part, markers included."""
    return "\n".join([BEGIN, "", *_lines(colony), END]) + "\n"


def _lines(colony: Colony) -> Iterator[str]:
    yield f"Colônia `{colony.id}`, tabelas `{colony.prefixo}_*`, regra {colony.regra_versao}."
    yield ""
    yield "## Eventos que publica"
    yield ""
    yield from ([f"- `{tipo}`" for tipo in sorted(colony.publica)] or ["Nenhum."])
    yield ""
    yield "## Eventos que consome"
    yield ""
    yield from ([_consumed(colony, tipo) for tipo in colony.consome] or ["Nenhum."])
    yield ""
    yield "## Tabelas"
    yield ""
    for table in colony.tables:
        yield f"### `{table.name}` ({table.info['classe']})"
        yield ""
        yield "| Coluna | Privacidade |"
        yield "|---|---|"
        for column in table.columns:
            key = " (chave)" if column.primary_key else ""
            yield f"| `{column.name}`{key} | {column.info['privacidade']} |"
        yield ""
    if not colony.tables:
        yield "Nenhuma."
        yield ""
    if colony.deadlines is not None:
        yield f"Prazos em `{colony.deadlines.table.name}`: {_WHO[colony.deadlines.authority]}."
        yield ""
    for name, job in sorted(colony.jobs.items()):
        yield f"Trabalho `{name}`: no máximo {job.timeout_s:g} s."
        yield ""


def _consumed(colony: Colony, tipo: str) -> str:
    words = ["aplica"]
    reaction = colony.react.get(tipo)
    if reaction is not None:
        words.append(f"reage ({_WHO[reaction.authority]})")
    waits = colony.aguarda.get(tipo)
    if waits is not None:
        words.append(f"publicado por {waits}, que ainda não existe")
    return f"- `{tipo}`: {'; '.join(words)}"


def renewed(text: str, colony: Colony) -> str:
    """A README with its generated part as it should be; appended where there is none."""
    before, begin, rest = text.partition(BEGIN)
    if not begin:
        return f"{text.rstrip()}\n\n{lists(colony)}"
    _old, _end, after = rest.partition(END + "\n")
    return before + lists(colony) + after


def differences() -> list[str]:
    """READMEs that do not say what the code says; one line each."""
    found = []
    for colony in COLONIES:
        folder = folder_of(colony)
        if folder is None:
            found.append(f"{colony.id}: nenhuma pasta a declara")
            continue
        readme = folder / "README.md"
        text = readme.read_text("utf-8") if readme.exists() else ""
        if renewed(text, colony) != text:
            found.append(f"{readme.relative_to(ROOT)}: difere do código")
    return found


def write() -> None:
    """Renew every README."""
    for colony in COLONIES:
        folder = folder_of(colony)
        if folder is not None:
            readme = folder / "README.md"
            text = readme.read_text("utf-8") if readme.exists() else f"# {colony.nome}\n"
            readme.write_text(renewed(text, colony), "utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> int:
    """Entry point; the exit code."""
    parser = argparse.ArgumentParser(description="Gera as listas dos README das colônias.")
    parser.add_argument("--verificar", action="store_true", help="só confere, nada é escrito")
    if not parser.parse_args(arguments).verificar:
        write()
        return 0
    found = differences()
    for line in found:
        print(line)
    if found:
        print("Rode: python packaging/gerar_leiame_colonias.py")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
