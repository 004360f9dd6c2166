from __future__ import annotations

from pathlib import Path

import pytest

from app.ia import manifesto
from app.ia.manifesto import ARQUIVO, FORMATO, Manifesto, files_of, version_of
from core.kernel.errors import IntegrityFault


def imported(folder: Path, **contents: bytes) -> Manifesto:
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    files = files_of(folder, contents)
    made = Manifesto(
        formato=FORMATO,
        tarefa="nsfw",
        arquitetura="ViTForImageClassification",
        nome="vit",
        versao=version_of(files),
        licenca="Apache-2.0",
        arquivos=files,
    )
    manifesto.write(folder, made)
    return made


def test_what_is_written_is_read_and_holds(tmp_path: Path) -> None:
    made = imported(tmp_path, um=b"1", dois=b"22")
    assert manifesto.read(tmp_path) == made
    assert [one.nome for one in made.arquivos] == ["dois", "um"]
    assert (made.modelo, made.total_bytes) == (f"vit@{made.versao}", 3)
    manifesto.check(tmp_path, made)


def test_nothing_imported_is_none(tmp_path: Path) -> None:
    assert manifesto.read(tmp_path) is None


@pytest.mark.parametrize("damage", ["flipped", "longer", "gone"])
def test_a_changed_file_is_refused_by_name(tmp_path: Path, damage: str) -> None:
    made = imported(tmp_path, pesos=b"abcd", config=b"{}")
    path = tmp_path / "pesos"
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"abcx" if damage == "flipped" else b"abcde")
    with pytest.raises(IntegrityFault) as caught:
        manifesto.check(tmp_path, made)
    assert caught.value.params == {"tarefa": "nsfw", "arquivo": "pesos"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"pesos"', b'"../pesos"'),
        (b'"nome": "vit"', b'"nome": "um nome"'),
        (b"formigueiro/modelo/1", b"formigueiro/modelo/2"),
        (b'"bytes": 4', b'"bytes": -4'),
        (b"{", b"["),
        (b'"sha256": "', b'"sha256": "00'),
    ],
)
def test_a_changed_manifest_is_refused(tmp_path: Path, old: bytes, new: bytes) -> None:
    imported(tmp_path, pesos=b"abcd")
    path = tmp_path / ARQUIVO
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(IntegrityFault):
        manifesto.read(tmp_path)


def test_sums_that_were_changed_together_with_the_file_make_another_version(
    tmp_path: Path,
) -> None:
    made = imported(tmp_path, pesos=b"abcd")
    (tmp_path / "pesos").write_bytes(b"abcx")
    path = tmp_path / ARQUIVO
    sum_now = manifesto.sum_of(tmp_path / "pesos")
    path.write_text(path.read_text("utf-8").replace(made.arquivos[0].sha256, sum_now), "utf-8")
    with pytest.raises(IntegrityFault):
        manifesto.read(tmp_path)
