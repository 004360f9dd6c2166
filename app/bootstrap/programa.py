"""What decides and what is warned of, whatever the office holds: the program put together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from app.bootstrap.avisos import model_warnings, office_warnings
from app.bootstrap.categorias import CategoriasDoEscritorio
from app.bootstrap.midias import oficina_de_midias
from app.ia.modelos import ModelosDoEscritorio
from app.services.leitura import BancoLeitor
from app.services.motor import Aviso
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.base.midia.classificador_local import ClassificadorLocal
from core.colonies.catalogo import Portas, build_colonies
from core.contracts.catalogo import MODELS
from core.kernel.colony import Colony
from core.kernel.registry import Registry
from core.kernel.store.attachments import FOLDER, AttachmentStore


@dataclass(frozen=True, slots=True)
class Programa:
    """What decides, whatever the office holds: contracts, colonies, the files they decide with."""

    registry: Registry
    colonies: tuple[Colony, ...]
    modelos: CategoriasDoEscritorio
    ia: ModelosDoEscritorio


def montar_programa(lugar: Lugar, recursos: Recursos, closing: ExitStack) -> Programa:
    """Contracts and colonies, with the models and files that these decide with."""
    modelos = CategoriasDoEscritorio(recursos, lugar)
    ia = ModelosDoEscritorio(lugar.dados)
    closing.callback(ia.fechar)
    anexos = AttachmentStore(lugar.dados / FOLDER)
    olhar = ClassificadorLocal(ia, ia)
    portas = Portas(
        categorizacao=modelos,
        midias=oficina_de_midias(ia, anexos),
        anexos=anexos,
        classificador=lambda: olhar,
    )
    return Programa(Registry(MODELS), build_colonies(portas), modelos, ia)


def avisos_de(
    programa: Programa, leitor: BancoLeitor, *, is_demo: bool
) -> Callable[[], list[Aviso]]:
    """What Saúde warns of, asked anew each time."""

    def warnings() -> list[Aviso]:
        return [
            *programa.modelos.avisos(),
            *model_warnings(programa.ia),
            *office_warnings(leitor, is_demo=is_demo),
        ]

    return warnings
