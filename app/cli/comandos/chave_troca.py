"""The exchange keys' file: what ``rede chave`` takes out and brings back, and ``copia restaurar`` brings.

It has no verb of its own.
"""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.chave_troca import exportar_troca, is_sem_senha, trazer_troca
from app.cli.ambiente import Ambiente
from app.cli.comandos.atores import acting
from app.cli.saida import Resultado
from app.cli.senhas import asked_password
from app.services.permissoes import Ato
from core.sync.exchange_key_file import ExchangeSecrets, needs_password, read_exchange_keys


def take_exchange_keys(ambiente: Ambiente, path: Path) -> Resultado:
    """Write the file; sealed with the keys' password, or one asked for where they have none to type."""
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.ESCRITORIO)
    with ambiente.abrir_leitura() as app:
        password = ambiente.senha
        if password is None and not is_sem_senha(app):
            password = asked_password("Senha do arquivo", twice=True)
        exportar_troca(app, path, ambiente.senha, password)
    lines = [
        f"Chaves de troca gravadas: {path}",
        "Guarde o arquivo fora deste computador, com a chave-raiz e nunca junto com uma cópia.",
    ]
    if password is None:
        lines.append("O arquivo não tem senha: quem o lê abre o que é cifrado a este escritório.")
    return Resultado({"arquivo": str(path), "com_senha": password is not None}, lines)


def bring_back_exchange_keys(ambiente: Ambiente, path: Path) -> Resultado:
    """Put the keys of the file into this office's store."""
    secrets = read_secrets(ambiente, path)
    with ambiente.abrir() as app:
        acting(ambiente, app, Ato.ESCRITORIO)
    with ambiente.abrir_leitura() as app:
        trazer_troca(app, secrets, ambiente.senha)
    return Resultado(
        {"arquivo": str(path), "no": secrets.no},
        ["As chaves de troca estão de volta: este escritório exporta e abre o que lhe é cifrado."],
    )


def read_secrets(ambiente: Ambiente, path: Path) -> ExchangeSecrets:
    """What the file holds; its password is the one given, or asked for.

    Raises:
        As ``read_exchange_keys``; ``uso.*``: there is nobody to ask.
    """
    password = ambiente.senha
    if password is None and path.exists() and needs_password(path):
        password = asked_password("Senha do arquivo das chaves de troca")
    return read_exchange_keys(path, password)
