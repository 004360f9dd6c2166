"""What holds for every screen: its manual page, its pictures, its keys, its place in the rail."""

from __future__ import annotations

from app.desktop.telas import screens_of
from app.settings.recursos import Recursos
from tests.support.vivo import Vivo


def test_every_screen_has_an_icon_a_manual_page_and_a_picture(vivo: Vivo) -> None:
    specs = screens_of(vivo.servicos)
    keys = [spec.key for spec in specs]
    assert len(keys) == len(set(keys))
    names = [view.name for spec in specs for view in spec.pictures]
    assert len(names) == len(set(names))
    resources = Recursos()
    for spec in specs:
        assert resources.icon_svg(spec.icon)
        assert resources.read_text(f"manual/{spec.manual}.md").startswith("# "), spec.key
