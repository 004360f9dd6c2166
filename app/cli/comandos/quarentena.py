"""``quarentena listar|liberar|descartar``: files that were refused, and what becomes of them."""

from __future__ import annotations

import argparse
from typing import Any

from app.bootstrap.pacotes import importer_of, quarantine_of
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting
from app.cli.comandos.pacote_importar import resultado
from app.cli.saida import Resultado, counted
from app.services.permissoes import Ato
from core.kernel.clock import format_timestamp
from core.sync.importing.quarantine import Quarantined


def listar(ambiente: Ambiente, _args: argparse.Namespace) -> Resultado:
    """Everything that was refused, with the reason."""
    with ambiente.abrir_leitura() as app:
        items = quarantine_of(app).items()
    if not items:
        return Resultado([], ["Não há nada na quarentena."])
    lines = [counted(len(items), "arquivo") + " na quarentena"]
    for item in items:
        lines += [
            f"  {item.sha256[:16]}  {format_timestamp(item.desde_ms)}  {item.tamanho} bytes",
            f"    {item.nome}",
            f"    {ambiente.mensagens.sentence(f'motivo.{item.motivo}')}",
        ]
        if not item.guardado:
            lines.append("    o conteúdo não foi guardado")
    return Resultado([_value(ambiente, item) for item in items], lines)


def liberar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Verify a refused file again and import it if it verifies now; else it stays."""
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.TROCAR)
        outcome = importer_of(app).release(args.soma, progress=ambiente.progresso("conferindo"))
        app.engine.aguardar_ocioso()
    return resultado(ambiente, outcome)


def descartar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Delete a refused file."""
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.TROCAR)
        quarantine = quarantine_of(app)
        item = quarantine.find(args.soma)
        quarantine.remove(item.sha256)
    return Resultado(_value(ambiente, item), [f"Apagado da quarentena: {item.nome}"])


def _value(ambiente: Ambiente, item: Quarantined) -> dict[str, Any]:
    return {
        "sha256": item.sha256,
        "motivo": item.motivo,
        "frase": ambiente.mensagens.sentence(f"motivo.{item.motivo}"),
        "onde": item.onde,
        "nome": item.nome,
        "tamanho": item.tamanho,
        "guardado": item.guardado,
        "desde": format_timestamp(item.desde_ms),
    }


def _which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("soma", help="SHA-256 do arquivo, ou o começo dela (quarentena listar)")


VERBOS = (
    Verbo(("quarentena", "listar"), "mostra os arquivos recusados e por quê", listar),
    Verbo(
        ("quarentena", "liberar"),
        "confere outra vez e importa o que agora confere",
        liberar,
        _which,
    ),
    Verbo(("quarentena", "descartar"), "apaga um arquivo recusado", descartar, _which),
)
