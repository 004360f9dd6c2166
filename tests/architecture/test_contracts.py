"""Every import contract is red when its forbidden import is planted, and green without it.

The plants go into a temporary copy of the tree; import-linter is run on it as `make check` does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT, SOURCES

# Neighbours that forbidden imports lead to; harmless by themselves.
GROUND = {
    "app/bootstrap.py": "",
    "app/ia/plantado.py": "",
    "app/services/plantado.py": "",
    "core/audit/plantado.py": "",
    "core/base/plantado.py": "",
    "core/colonies/catalogo.py": "",
    "core/colonies/plantada_um/__init__.py": "",
    "core/colonies/plantada_um/api.py": "from core.kernel import errors\n",
    "core/colonies/plantada_dois/__init__.py": "",
    "core/colonies/plantada_dois/rules.py": "",
    "core/contracts/plantado.py": "",
    "core/crypto/plantado.py": "from cryptography import exceptions\n",
    "core/kernel/plantado.py": "",
    "core/sync/plantado.py": "",
    "widgets/runtime/__init__.py": "",
    "widgets/runtime/plantado.py": "from PySide6 import QtCore\n",
    "widgets/plantada_um/__init__.py": "",
    "widgets/plantada_um/tela.py": "from app.services import plantado\n"
    "from widgets.runtime import plantado as runtime\n",
    "widgets/plantada_dois/__init__.py": "",
    "widgets/plantada_dois/tela.py": "",
}

# (contract, file, what it must not import)
PLANTS = [
    ("camadas", "core/kernel/plantado.py", "import core.contracts.plantado"),
    ("camadas", "core/crypto/plantado.py", "import core.kernel.plantado"),
    ("camadas", "core/contracts/plantado.py", "import core.base.plantado"),
    ("camadas", "core/base/plantado.py", "import core.colonies.plantada_um.api"),
    ("camadas", "core/sync/plantado.py", "import core.audit.plantado"),
    # An auditor who asked a colony would believe it.
    ("camadas", "core/audit/plantado.py", "import core.colonies.plantada_um.api"),
    ("camadas", "core/audit/plantado.py", "import core.sync.plantado"),
    ("camadas", "core/audit/plantado.py", "import app.services.plantado"),
    ("camadas", "core/colonies/plantada_um/api.py", "import core.audit.plantado"),
    ("camadas", "core/kernel/plantado.py", "import core.audit.plantado"),
    ("camadas", "core/colonies/plantada_um/api.py", "import app.services.plantado"),
    ("camadas", "app/services/plantado.py", "import widgets.runtime.plantado"),
    ("camadas", "widgets/plantada_um/tela.py", "import app.bootstrap"),
    ("camadas", "app/ia/plantado.py", "import app.services.plantado"),
    ("nucleo-sem-qt", "core/kernel/plantado.py", "from PySide6 import QtCore"),
    ("nucleo-sem-qt", "core/colonies/plantada_um/api.py", "import pyqtgraph"),
    ("nucleo-sem-qt", "app/services/plantado.py", "from PySide6 import QtWidgets"),
    ("nucleo-sem-qt", "core/audit/plantado.py", "import pyqtgraph"),
    ("nucleo-sem-qt", "app/ia/plantado.py", "from PySide6 import QtCore"),
    ("servicos-sem-sql", "app/services/plantado.py", "import sqlalchemy"),
    ("servicos-sem-sql", "core/base/plantado.py", "import sqlite3"),
    ("servicos-sem-sql", "core/audit/plantado.py", "import sqlalchemy"),
    ("telas-so-servicos", "widgets/plantada_um/tela.py", "from core.kernel import errors"),
    ("telas-so-servicos", "widgets/runtime/plantado.py", "import sqlite3"),
    ("telas-independentes", "widgets/plantada_um/tela.py", "import widgets.plantada_dois.tela"),
    ("telas-independentes", "widgets/runtime/plantado.py", "import widgets.plantada_um.tela"),
    (
        "colonias-independentes",
        "core/colonies/plantada_um/api.py",
        "import core.colonies.plantada_dois.rules",
    ),
    (
        "colonias-independentes",
        "core/colonies/plantada_um/api.py",
        "import core.colonies.catalogo",
    ),
    ("modelos-num-processo", "app/services/plantado.py", "import torch"),
    ("modelos-num-processo", "core/base/plantado.py", "import transformers"),
    ("modelos-num-processo", "app/ia/modelos.py", "from app.ia.adaptadores import vit"),
    ("criptografia-num-lugar", "core/kernel/plantado.py", "import cryptography"),
    ("criptografia-num-lugar", "core/sync/plantado.py", "from cryptography import x509"),
    ("criptografia-num-lugar", "core/audit/plantado.py", "import cryptography"),
    ("criptografia-num-lugar", "app/services/plantado.py", "from cryptography import fernet"),
]


def _settings() -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return read["importlinter"]  # type: ignore[no-any-return] # TOML values are Any


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree's sources with the ground laid, in a folder of their own."""
    for folder in SOURCES:
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, text in GROUND.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_text(text, "utf-8")
    return tmp_path


def lint(tree: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """Run import-linter on ``tree``."""
    chosen = [part for contract in contracts for part in ("--contract", contract)]
    return subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache", "--no-logo", *chosen],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tree_keeps_every_contract(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(_settings()['contracts'])} kept, 0 broken." in done.stdout


@pytest.mark.parametrize(("contract", "file", "line"), PLANTS)
def test_a_planted_import_is_refused(copy: Path, contract: str, file: str, line: str) -> None:
    with (copy / file).open("a", encoding="utf-8") as planted:
        planted.write(f"\n{line}\n")
    done = lint(copy, contract)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Contracts: 0 kept, 1 broken." in done.stdout


def test_every_contract_has_a_plant() -> None:
    assert {contract["id"] for contract in _settings()["contracts"]} == {
        contract for contract, _, _ in PLANTS
    }


def test_every_package_stands_in_a_layer() -> None:
    named: set[str] = set()
    for layer in next(c for c in _settings()["contracts"] if c["id"] == "camadas")["layers"]:
        for part in layer.replace("|", ":").split(":"):
            named.add(part.strip().strip("()"))
    found = {
        f"{root}.{path.stem}"
        for root in ("app", "core")
        for path in (ROOT / root).iterdir()
        if (path.is_dir() or path.suffix == ".py") and not path.name.startswith("__")
    }
    assert found <= named, f"in no layer of pyproject.toml: {sorted(found - named)}"
