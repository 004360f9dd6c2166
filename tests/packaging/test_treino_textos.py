"""Texts are read from outside, labels by hash, and no labelled row is learnt from by accident."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import treino_textos
from treino_textos import NO_DEMAND, examples, key, labelled, plain, service_category

FIELDS = ("texto", "categoria_origem", "subcategoria_origem")


def _write(path: Path, fields: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(fields)
        writer.writerows(rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in treino_textos.FREE:
        _write(tmp_path / f"{name}.csv", FIELDS, [])
    for name in treino_textos.SERVICES:
        _write(tmp_path / f"{name}.csv", FIELDS, [])
    label_fields = ("texto", "categoria_id", "observacao")
    _write(
        tmp_path / "rotuladas.csv",
        label_fields,
        [("Falta  água", "1.1", ""), ("bueiro e buraco", "ambigua", "")],
    )
    _write(tmp_path / "sinteticas.csv", label_fields, [("lâmpada queimada", "3.4", "")])
    return tmp_path


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    ours = {
        key("bueiro e buraco"): "3.1+3.5",
        key("praça suja"): "3.9",
        key("quanto custou o show"): NO_DEMAND,
        key("Falta água"): "3.9",
    }
    monkeypatch.setattr(treino_textos, "own_labels", lambda: ours)
    return ours


def test_labelled_rows_keep_their_answer_and_what_to_learn(
    folder: Path, labels: dict[str, str]
) -> None:
    rows = labelled(folder)
    assert [(row.texto, row.rotulo, row.targets) for row in rows] == [
        ("Falta água", "1.1", {"1.1": 1.0}),
        ("bueiro e buraco", "ambigua", {"3.1": 0.5, "3.5": 0.5}),
        ("lâmpada queimada", "3.4", {"3.4": 1.0}),
    ]


def test_a_labelled_row_is_never_among_the_others(folder: Path, labels: dict[str, str]) -> None:
    _write(
        folder / "lai_prefeituras.csv",
        FIELDS,
        [
            ("Falta água", "", ""),
            ("praça suja", "", ""),
            ("praça suja", "", ""),
            ("quanto custou o show", "", ""),
            ("sem rótulo", "", ""),
        ],
    )
    free = [one for one in examples(folder) if one.origem == "livre"]
    assert [(one.texto, one.targets) for one in free] == [
        ("praça suja", {"3.9": 1.0}),
        ("quanto custou o show", None),
    ]


def test_names_of_services_go_through_the_rules(folder: Path, labels: dict[str, str]) -> None:
    _write(
        folder / "estruturado_rio1746.csv",
        FIELDS,
        [
            ("Reparo de Luminária", "Iluminação Pública", "Reparo de Luminária"),
            ("Reparo de Luminária", "Iluminação Pública", "Reparo de Luminária"),
            ("Zzz", "Zzz", "Zzz"),
        ],
    )
    services = [one for one in examples(folder) if one.origem == "servico"]
    assert [(one.texto, one.targets) for one in services] == [("Reparo de Luminária", {"3.4": 1.0})]


def test_the_first_rule_that_finds_itself_decides() -> None:
    rules = [["poste|luz", "3.4"], ["luz", "1.3"]]
    assert service_category(plain("Conta de LUZ"), rules) == "3.4"
    assert service_category("outra coisa", rules) is None


def test_the_project_holds_labels_without_texts() -> None:
    ours = treino_textos.own_labels()
    assert all(len(one) == 16 and set(one) <= set("0123456789abcdef") for one in ours)
    taxonomy = json.loads((treino_textos.TAXONOMY / "taxonomia-v1.json").read_text("utf-8"))
    known = {one["id"] for one in taxonomy["categorias"]} | {NO_DEMAND}
    assert {part for label in ours.values() for part in label.split("+")} <= known


def test_rules_and_sentences_name_known_categories() -> None:
    taxonomy = json.loads((treino_textos.TAXONOMY / "taxonomia-v1.json").read_text("utf-8"))
    known = {one["id"] for one in taxonomy["categorias"]}
    rules = json.loads((treino_textos.HERE / "treino" / "servicos-v1.json").read_text("utf-8"))
    assert {categoria for _, categoria in rules["regras"]} <= known
    sentences = json.loads((treino_textos.TAXONOMY / "frases-v1.json").read_text("utf-8"))
    assert set(sentences["frases"]) == known
