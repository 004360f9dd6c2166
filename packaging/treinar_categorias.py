"""Train and measure the classifier of categories: ``--dados PASTA`` writes the compact model.

``--avaliar`` writes nothing and prints the cross-validated figures; ``--relatorio`` with a
training also writes them beside the model. The same texts and the same versions of the libraries
give the same bytes. Needs the extra ``treino`` (scikit-learn); nothing else of the project does.

Exit codes: 0 done, 2 usage or missing texts, 3 scikit-learn is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from msgspec.structs import replace  # noqa: E402  same
from treino_ajuste import VERSAO  # noqa: E402  same
from treino_medida import (  # noqa: E402  same
    FOLDS,
    Answer,
    Material,
    Measure,
    choose,
    cross_validate,
    measure,
)
from treino_textos import LABELLED, TAXONOMY, examples, labelled  # noqa: E402  same

from core.base.taxonomia.dictionary import Dictionary  # noqa: E402  the tree is the import root
from core.base.taxonomia.model import gravar_modelo  # noqa: E402  same
from core.base.taxonomia.taxonomy import carregar_taxonomia, carregar_termos  # noqa: E402  same

MODEL = "modelo-v1.json"
REPORT = "relatorio-v1.json"


def material(folder: Path) -> Material:
    """Everything of ``folder`` and of the project, as vectors."""
    taxonomy = carregar_taxonomia((TAXONOMY / "taxonomia-v1.json").read_bytes())
    terms = carregar_termos((TAXONOMY / "dicionario-v1.json").read_bytes(), taxonomy)
    return Material(examples(folder), labelled(folder), taxonomy, Dictionary(*terms))


def figures(answers: Sequence[Answer], main: frozenset[str]) -> dict[str, Measure]:
    """By file and for both together."""
    found = {
        name: measure([one for one in answers if one.row.arquivo == name], main)
        for name in LABELLED
    }
    return {**found, "juntas": measure(answers, main)}


def table(found: dict[str, Measure]) -> str:
    """For a person to read."""
    lines = []
    for name, one in found.items():
        lines.append(
            f"{name}: {one.linhas} linhas, {one.claras} claras, acurácia {one.acuracia:.3f},"
            f" macro-F1 {one.macro_f1:.3f}, erros em ambigua/outra {one.erros_em_outras}"
        )
        lines.extend(
            f"  a partir de {at.limiar:.2f}: cobertura {at.cobertura:.3f},"
            f" precisão {at.precisao:.3f} ({at.respostas} respostas)"
            for at in one.limiares
        )
        lines.append("  F1 " + " ".join(f"{key}={value:.2f}" for key, value in one.f1.items()))
    return "\n".join(lines)


def rounded(value: Any) -> Any:
    """Numbers of a report with four places."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return value


def report(found: dict[str, Measure], texts: Material, strength: float) -> bytes:
    """What is kept beside the model about how it came to be."""
    content = {
        "formato": 1,
        "versao_classificador": VERSAO,
        "como": (
            f"validação cruzada de {FOLDS} dobras sobre as linhas rotuladas; força da"
            " regularização e calibragem escolhidas só dentro das dobras de treino (aninhada);"
            " textos quase iguais na mesma dobra e fora do treino dela. Limites: dicionário e frases"
            " foram escritos por quem já tinha lido as linhas rotuladas, e a forma da calibragem"
            " (só a margem) e o peso dos"
            " erros nela (1,75) foram escolhidos depois de ver respostas retidas das mesmas linhas: a"
            " precisão a partir de 0,85 é por isso um pouco otimista"
        ),
        "regularizacao": strength,
        "textos_de_treino": {
            "nao_rotulados_ou_fracos": len(texts.samples),
            "rotulados": len(texts.rows),
        },
        "medidas": {name: rounded(asdict(one)) for name, one in found.items()},
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"


def train(texts: Material) -> tuple[bytes, float]:
    """The model of everything, calibrated by held-out answers; its bytes and its strength."""
    everything = list(range(len(texts.rows)))
    strength, calibragem = choose(texts, everything, [])
    modelo = texts.train(everything, [], strength)
    return gravar_modelo(replace(modelo, calibragem=calibragem)), strength


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description="Treina e mede o classificador de categorias.")
    parser.add_argument("--dados", type=Path, required=True, help="pasta com os textos (CSV)")
    parser.add_argument("--avaliar", action="store_true", help="só mede, nada é gravado")
    parser.add_argument("--relatorio", action="store_true", help="mede e grava as medidas também")
    parser.add_argument("--saida", type=Path, default=TAXONOMY, help="pasta do modelo")
    chosen = parser.parse_args(argv)
    if not (chosen.dados / "rotuladas.csv").is_file():
        print(f"não há rotuladas.csv em {chosen.dados}", file=sys.stderr)
        return 2
    if importlib.util.find_spec("sklearn") is None:
        print('falta o extra de treino: pip install "scikit-learn"', file=sys.stderr)
        return 3
    texts = material(chosen.dados)
    found: dict[str, Measure] = {}
    if chosen.avaliar or chosen.relatorio:
        found = figures(cross_validate(texts, lambda line: print(line, flush=True)), texts.main)
        print(table(found))
    if not chosen.avaliar:
        data, strength = train(texts)
        (chosen.saida / MODEL).write_bytes(data)
        print(f"{MODEL}: {len(data)} bytes, C={strength:g}")
        if found:
            (chosen.saida / REPORT).write_bytes(report(found, texts, strength))
    return 0


if __name__ == "__main__":
    sys.exit(main())
