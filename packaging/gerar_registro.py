"""Write ``resources/registro``: one JSON Schema per event type and version, and an index.

``--verificar`` writes nothing and says whether the folder equals what would be written; 1 is
returned where it does not. Source: design.md section 5.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from core.contracts.catalogo import MODELS  # noqa: E402  the tree is the import root
from core.kernel.contract_schema import ascii_name  # noqa: E402  same
from core.kernel.registry import Registry  # noqa: E402  same

FOLDER = ROOT / "resources" / "registro"
INDEX = "indice.json"


def expected_files() -> dict[str, bytes]:
    """File name -> bytes, index included.

    Raises:
        ValueError: two types fold to one file name.
    """
    registry = Registry(MODELS)
    files: dict[str, bytes] = {}
    index = []
    for tipo in registry.tipos():
        for versao in registry.versions(tipo):
            contract = registry.contract(tipo, versao)
            name = f"{ascii_name(tipo)}-{versao}.json"
            if name in files:
                raise ValueError(f"two contracts want {name}")
            files[name] = registry.schema_bytes(tipo, versao)
            index.append(
                {
                    "tipo": tipo,
                    "versao": versao,
                    "arquivo": name,
                    "sha256": hashlib.sha256(files[name]).hexdigest(),
                    "corrente": contract.corrente,
                    "obsoleta": contract.deprecated,
                    "extensao": contract.extensao,
                    "origem": list(contract.origem),
                }
            )
    text = json.dumps({"contratos": index}, ensure_ascii=False, indent=2, sort_keys=True)
    files[INDEX] = text.encode("utf-8") + b"\n"
    return files


def differences(folder: Path) -> list[str]:
    """What stands in the folder and should not, or the other way round; one line each."""
    wanted = expected_files()
    found = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    return (
        [f"falta: {name}" for name in sorted(wanted.keys() - found.keys())]
        + [f"sobra: {name}" for name in sorted(found.keys() - wanted.keys())]
        + [
            f"difere: {name}"
            for name in sorted(wanted.keys() & found.keys())
            if wanted[name] != found[name]
        ]
    )


def write(folder: Path) -> None:
    """Make the folder equal to what is expected."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = expected_files()
    for path in folder.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, content in wanted.items():
        (folder / name).write_bytes(content)


def main(arguments: list[str] | None = None) -> int:
    """Entry point; the exit code."""
    parser = argparse.ArgumentParser(description="Gera os esquemas JSON do registro de eventos.")
    parser.add_argument("--verificar", action="store_true", help="só confere, nada é escrito")
    if not parser.parse_args(arguments).verificar:
        write(FOLDER)
        return 0
    found = differences(FOLDER)
    for line in found:
        print(f"resources/registro: {line}")
    if found:
        print("Rode: python packaging/gerar_registro.py")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
