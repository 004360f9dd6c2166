"""The first run: founded and filled beside its place, moved there whole. See the service's port."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.contas import servico_contas
from app.bootstrap.demonstracao.montagem import beside, clear, move
from app.bootstrap.fundacao import Escolhas, PrimeiraConta, fundar
from app.bootstrap.territorio import OPERADOR, importar_demonstracao, territorio_service
from app.services.contas import ContaNova
from app.services.mensagens import Mensagens
from app.services.primeira_vez import Montado, Pedido, UnidadeOferecida
from app.services.progresso import Progress
from app.settings.configuracao import Configuracao
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.base.territorio.unidade import NIVEIS
from core.colonies.escritorio.api import configurar
from core.kernel.identity.keystore import encode_password
from core.kernel.identity.keystore_choice import KeyMode


class PreparadorDoEscritorio:
    """See ``app.services.primeira_vez.Preparador``.

    Args:
        lugar: where the office is to be; a folder without one.
        mensagens: sentences.
        recursos: shipped files.
    """

    def __init__(self, lugar: Lugar, mensagens: Mensagens, recursos: Recursos) -> None:
        self._lugar = lugar
        self._site = Lugar(beside(lugar.dados), None, beside(lugar.configuracao))
        self._mensagens = mensagens
        self._recursos = recursos
        self._pedido: Pedido | None = None
        self._senha: bytes | None = None

    @property
    def pasta_de_copias(self) -> Path:
        """See ``Preparador.pasta_de_copias``."""
        return self._lugar.pasta_de_copias

    def montar(self, pedido: Pedido, progress: Progress, /) -> Montado:
        """See ``Preparador.montar``."""
        self.desistir()
        self._lugar.dados.parent.mkdir(parents=True, exist_ok=True)
        try:
            return self._montar(pedido, progress)
        except BaseException:
            self.desistir()
            raise

    def _montar(self, pedido: Pedido, progress: Progress) -> Montado:
        if pedido.pasta_de_copias is not None:
            self._lugar.fora_dos_dados(pedido.pasta_de_copias)
        given = pedido.senha_chaves
        self._senha = None if given is None else encode_password(given)
        choices = Escolhas(
            nome=pedido.nome,
            fuso=pedido.fuso,
            modo=KeyMode.SEM_SENHA if given is None else KeyMode.SENHA,
            senha=self._senha,
            conta=PrimeiraConta(pedido.conta, pedido.conta_senha),
        )
        progress(0, 0)
        founded = fundar(self._site, choices, self._mensagens, self._recursos)
        if pedido.pasta_de_copias is not None:
            Configuracao(self._site.configuracao).usar_pasta_de_copias(pedido.pasta_de_copias)
        with opened(self._open()) as office:
            accounts = servico_contas(office)
            for one in pedido.mais_contas:
                accounts.criar(ContaNova(nome=one.nome, papeis=one.papeis), one.senha, OPERADOR)
            if pedido.territorio:
                service = territorio_service(office, ator=OPERADOR)
                service.importar(
                    list(pedido.territorio),
                    progresso=lambda _name, _count: progress(0, 0),
                )
                office.engine.aguardar_ocioso()
            else:
                importar_demonstracao(office)
            progress(0, 0)
            found = territorio_service(office, escreve=False).todas()
        self._pedido = pedido
        names = {one.unidade_civica_id: one.nome for one in found}
        units = sorted(found, key=lambda one: (-one.nivel, one.nome_busca))
        return Montado(
            tuple(
                UnidadeOferecida(
                    one.unidade_civica_id,
                    one.nome,
                    one.nivel,
                    NIVEIS[one.nivel],
                    names.get(one.parent_id or ""),
                )
                for one in units
            ),
            self._lugar.configuracao / Path(founded.chave_raiz).name,
        )

    def concluir(self, unidades: Sequence[str], *, chave_em: str) -> None:
        """See ``Preparador.concluir``."""
        pedido = self._pedido
        if pedido is None:
            raise RuntimeError("nothing was built")
        with opened(self._open()) as office:
            box = territorio_service(office, escreve=False).caixa_de(unidades)
            decide = configurar(
                office.aberto.installation.no,
                pedido.nome,
                pedido.fuso,
                list(unidades),
                caixa=box,
                ator=OPERADOR,
            )
            office.engine.executar("ESC", decide).result()
            office.engine.aguardar_ocioso()
            if chave_em.strip():
                Configuracao(self._site.configuracao).anotar_chave_raiz(chave_em)
        move(self._site, self._lugar)

    def desistir(self) -> None:
        """See ``Preparador.desistir``."""
        self._pedido = None
        clear(self._site)

    def _open(self) -> Aplicacao:
        return abrir(self._site, self._mensagens, self._recursos, inline=True, senha=self._senha)
