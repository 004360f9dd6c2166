"""What a proposed version changes is told whole; the command line's tests walk the whole way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.rede_versao import ProponenteDoEscritorio, assinar, propor
from app.services.entrada_rede import ChaveRaiz
from app.services.mensagens import Mensagens
from app.services.versao_rede import Pedida
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import IntegrityFault, UserFacingError
from tests.support.entradas import sozinho
from tests.support.redes import Escritorio, Redes
from tests.support.vivo import Vivo


def test_one_thing_a_version_and_only_by_a_root_key(com_contas: Vivo, tmp_path: Path) -> None:
    app = com_contas.app
    wanted = Pedida(("ab" * 32,), 2, sozinho("Norte").pedido())
    with pytest.raises(UserFacingError, match=r"versao\.uma_coisa"):
        propor(app, wanted, None, None)
    with pytest.raises(UserFacingError, match=r"chave_raiz\.ausente"):
        propor(app, Pedida(limiar=1), tmp_path / "nada", None)
    with pytest.raises(IntegrityFault, match=r"versao\.invalida"):
        assinar(app, b"{}\n", None, None, None)


def test_the_windows_way_is_the_command_lines(redes: Redes, tmp_path: Path) -> None:
    """Proposed in one window, signed in the other, taken over in the first."""
    centro, norte = redes.unidos("Centro", "Norte")
    with _open(norte) as app:
        key = ProponenteDoEscritorio(app).chave(ChaveRaiz()).chave
    with _open(centro) as app:
        made = ProponenteDoEscritorio(app).propor(Pedida((key,), 2), tmp_path, ChaveRaiz())
    assert (made.proposta.faltam, made.proposta.adotada) == (1, False)
    with _open(norte) as app:
        ours = ProponenteDoEscritorio(app)
        looked = ours.ler(made.arquivo)
        assert looked.mudancas == made.proposta.mudancas
        with pytest.raises(UserFacingError, match=r"rede\.impressao_diferente"):
            ours.assinar(looked.arquivo, "AAAA", tmp_path, ChaveRaiz())
        signed = ours.assinar(looked.arquivo, looked.impressao, tmp_path, ChaveRaiz())
    assert (signed.arquivo, signed.proposta.adotada) == (made.arquivo, True)
    with _open(centro) as app:
        ours = ProponenteDoEscritorio(app)
        taken = ours.ler(signed.arquivo)
        ours.assinar(taken.arquivo, taken.impressao, tmp_path, ChaveRaiz())
    request, shown = redes.fundar("Sul").pedir(tmp_path)
    with _open(centro) as app:
        entry = ProponenteDoEscritorio(app).propor_entrada(request, shown, tmp_path, ChaveRaiz())
    assert entry.proposta.faltam == 1
    assert centro.certo("rede", "mostrar").json["limiar"] == 2


@contextmanager
def _open(office: Escritorio) -> Iterator[Aplicacao]:
    with office.aqui():
        recursos = Recursos()
        lugar = place_of(office.dados, None)
        with opened(
            abrir(lugar, Mensagens(recursos.messages_toml()), recursos, escreve=False)
        ) as app:
            yield app
