"""Missing system libraries are found by the loader's own answer and named as Debian packages."""

from __future__ import annotations

from pathlib import Path

import bibliotecas
import debian
import preparar
import pytest

from tests.architecture.tree import ROOT

LDD = """\
Qt/lib/libQt6Widgets.so.6:
\tlinux-vdso.so.1 (0x00007ffd0c5f2000)
\tlibEGL.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f0000000000)
Qt/plugins/platforms/libqxcb.so:
\tlibxcb-cursor.so.0 => not found
\tlibEGL.so.1 => not found
\tlibinventada.so.9 => not found
"""


def test_the_names_that_the_loader_misses() -> None:
    assert bibliotecas.parse_ldd(LDD) == {
        "libEGL.so.1",
        "libxcb-cursor.so.0",
        "libinventada.so.9",
    }


def test_names_become_packages_and_unknown_ones_are_said() -> None:
    packages, unknown = bibliotecas.packages_for(bibliotecas.parse_ldd(LDD))
    assert packages == ["libegl1", "libxcb-cursor0"]
    assert unknown == ["libinventada.so.9"]


def test_nothing_is_missing_here() -> None:
    pyside = preparar.pyside_folder(ROOT / ".venv")
    assert pyside.name == "PySide6", "the tests run in the environment that make prepares"
    assert bibliotecas.missing_sonames(pyside) == set()


def test_a_torn_installation_is_named(tmp_path: Path) -> None:
    with pytest.raises(debian.Unprepared, match=r"incompleta .*libqxcb\.so"):
        bibliotecas.missing_sonames(tmp_path)


@pytest.mark.parametrize(("file", "found"), [("DejaVuSans.ttf", True), ("fonts.conf", False)])
def test_fonts_are_looked_for(tmp_path: Path, file: str, found: bool) -> None:
    (tmp_path / "truetype").mkdir()
    (tmp_path / "truetype" / file).write_bytes(b"")
    assert bibliotecas.has_font([str(tmp_path)]) is found


def test_root_gets_what_is_missing_and_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [{"libEGL.so.1"}, {"libGLX.so.0"}, set()]
    installed: list[list[str]] = []
    monkeypatch.setattr(bibliotecas, "missing_sonames", lambda _folder: answers.pop(0))
    monkeypatch.setattr(bibliotecas, "has_font", lambda: True)
    monkeypatch.setattr(debian, "ensure", lambda packages, why: installed.append(list(packages)))
    bibliotecas.ensure(Path())
    assert installed == [["libegl1"], ["libglx0"]]


def test_a_library_without_known_package_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibliotecas, "missing_sonames", lambda _folder: {"libinventada.so.9"})
    monkeypatch.setattr(bibliotecas, "has_font", lambda: True)
    with pytest.raises(debian.Unprepared, match=r"não conhece: libinventada\.so\.9"):
        bibliotecas.ensure(Path())
