"""The territory over a real office's folders."""

from __future__ import annotations

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.territorio import (
    importar_demonstracao,
    outlines,
    prepare_outlines,
    territorio_service,
)
from app.services.mapa_contornos import PASTA
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.store.attachments import FOLDER
from tests.support.command_line import CommandLine


def test_the_demonstration_lies_in_the_office_with_its_outlines(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    app = abrir(place_of(founded_cli.folder, None), mensagens, recursos, inline=True)
    with opened(app):
        assert importar_demonstracao(app).novas == 22
        assert importar_demonstracao(app).eventos == 0
        summary = territorio_service(app).resumo()
        assert {row.fonte for row in summary} == {"demonstracao"}
    stored = [path for path in (founded_cli.folder / FOLDER).rglob("*") if path.is_file()]
    assert [len(path.name) for path in stored] == [64]
    # A copied folder answers alike: everything lies beside the database.
    again = abrir(place_of(founded_cli.folder, None), mensagens, recursos, escreve=False)
    with opened(again):
        service = territorio_service(again, escreve=False)
        assert service.resolvedor().caixa is not None


def test_the_map_is_prepared_with_the_import(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(abrir(place_of(founded_cli.folder, None), mensagens, recursos, inline=True)) as app:
        importar_demonstracao(app)
        (made,) = (founded_cli.folder / PASTA).iterdir()
        assert outlines(app).preparar().caixa is not None
        assert list((founded_cli.folder / PASTA).iterdir()) == [made]
        made.unlink()
        (founded_cli.folder / PASTA).rmdir()
        (founded_cli.folder / PASTA).write_text("no folder")
        prepare_outlines(app)
