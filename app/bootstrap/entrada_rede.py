"""How an open office joins a network, behind the service's port.

The moment itself needs the office closed: ``entrar`` is for whoever closed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.pacotes import criar_rede
from app.bootstrap.pen_drive import gravar_levado, ler_levado
from app.bootstrap.rede import (
    aceitar,
    conferir_convite,
    convidar,
    pedir_entrada,
    tomar_versoes,
)
from app.bootstrap.rede_vista import custodias
from app.bootstrap.sincronizacao import rede_atual
from app.services.entrada_rede import (
    ChaveRaiz,
    ConviteGravado,
    ConviteLido,
    EntradaDecidida,
    PedidoDeEntrada,
    PedidoGravado,
)
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.base.protocolo import prefix_of
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.network import NetworkChain
from core.sync.admission import is_admitted
from core.sync.entry_files import (
    INVITATION_SUFFIX,
    MAX_FILE,
    REQUEST_SUFFIX,
    EntryRequest,
    file_name,
)

_UNKNOWN = "unidade não conhecida aqui"


class PorteiroDoEscritorio:
    """One office's way in, and others' into its network. See ``Porteiro``.

    Args:
        app: open for writing.
    """

    def __init__(self, app: Aplicacao) -> None:
        self._app = app

    def preparar_troca(self, raiz: ChaveRaiz, senha: bytes | None, /) -> None:
        """See ``Porteiro.preparar_troca``."""
        criar_rede(self._app, raiz.arquivo, raiz.senha, senha, rede_atual(self._app))

    def atendidas(self) -> Sequence[tuple[str, str]]:
        """See ``Porteiro.atendidas``."""
        with self._app.leitor.ler() as (cursor, dialect):
            present = read_escritorio(cursor, dialect, self._app.aberto.installation.no)
            served = present.unidades if present else ()
            called = unit_names(cursor, dialect, served)
        return [(one, called.get(one, _UNKNOWN)) for one in served]

    def pedir(
        self, unidades: Sequence[str], pasta: Path, senha: bytes | None, pular: int, /
    ) -> PedidoGravado:
        """See ``Porteiro.pedir``."""
        self._app.motor.assinar(senha)
        chain = rede_atual(self._app)
        request, raw = pedir_entrada(self._app, unidades, senha, pular, chain)
        name = file_name(request.chain.rede, request.no, REQUEST_SUFFIX)
        return PedidoGravado(gravar_levado(pasta, name, raw), self._told(request, chain))

    def ler_pedido(self, arquivo: Path, /) -> PedidoDeEntrada:
        """See ``Porteiro.ler_pedido``."""
        chain = rede_atual(self._app)
        found = convidar(self._app, ler_levado(arquivo, MAX_FILE), None, None, None, chain)
        return self._told(found.pedido, chain)

    def convidar(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> ConviteGravado:
        """See ``Porteiro.convidar``."""
        raw = ler_levado(arquivo, MAX_FILE)
        done = convidar(self._app, raw, impressao, raiz.arquivo, raiz.senha, rede_atual(self._app))
        name = file_name(done.chain.rede, done.pedido.no, INVITATION_SUFFIX)
        return ConviteGravado(
            arquivo=gravar_levado(pasta, name, done.convite or b""),
            nome=done.pedido.nome,
            versao=done.chain.current.versao,
            raizes=_roots(done.chain),
        )

    def ler_convite(self, arquivo: Path, /) -> tuple[bytes, ConviteLido]:
        """See ``Porteiro.ler_convite``."""
        raw, own = ler_levado(arquivo, MAX_FILE), rede_atual(self._app)
        installation = self._app.aberto.installation
        chain, versions = conferir_convite(self._app, own, raw, None)
        entry = chain.current.node(installation.no)
        is_entry = chain.rede != own.rede
        epoch = installation.epoca
        if is_entry and entry is not None and entry.antes is not None:
            epoch = entry.antes.epoca + 1
        return raw, ConviteLido(
            rede=chain.rede,
            versao=chain.current.versao,
            escritorios=tuple(
                one.nome or one.no[:8] for one in chain.current.nos if one.no != installation.no
            ),
            raizes=_roots(chain),
            is_entrada=is_entry,
            novas=len(versions) if is_entry else max(0, len(versions) - len(own.documents)),
            epoca=epoch,
            protocolo_atual=prefix_of(installation.no, installation.epoca),
            protocolo=prefix_of(installation.no, epoch),
            unidades=self._units(() if entry is None else entry.custodia),
        )

    def atualizar(self, convite: bytes, /) -> int:
        """See ``Porteiro.atualizar``."""
        own = rede_atual(self._app)
        _chain, versions = conferir_convite(self._app, own, convite, ())
        return tomar_versoes(self._app, own, versions).novas

    def conferir(self, convite: bytes, impressoes: Sequence[str], senha: bytes | None, /) -> None:
        """See ``Porteiro.conferir``."""
        conferir_convite(self._app, rede_atual(self._app), convite, impressoes)
        self._app.motor.assinar(senha)

    def _told(self, request: EntryRequest, chain: NetworkChain) -> PedidoDeEntrada:
        return PedidoDeEntrada(
            impressao=fingerprint(request.linha),
            nome=request.nome,
            no=request.no,
            unidades=self._units(request.custodia),
            protocolo=prefix_of(request.no, request.epoca + 1),
            is_dentro=is_admitted(chain, request),
        )

    def _units(self, custodia: Sequence[str]) -> tuple[str, ...]:
        return tuple(one.nome or _UNKNOWN for one in custodias(self._app, custodia))


def entrar(
    lugar: Lugar, mensagens: Mensagens, recursos: Recursos, decidida: EntradaDecidida
) -> NetworkChain:
    """Join the network that was decided for; the office is closed, and opened as usual afterwards.

    Raises:
        As ``app.bootstrap.rede.aceitar``. Nothing was written.
    """
    with opened(abrir(lugar, mensagens, recursos, escreve=False)) as app:
        return aceitar(app, decidida.convite, decidida.impressoes).chain


def _roots(chain: NetworkChain) -> tuple[str, ...]:
    return tuple(fingerprint(bytes.fromhex(key)) for key in chain.documents[0].raizes)
