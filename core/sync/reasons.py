"""Why a bundle, or something in it, is refused, waits or has no effect (FORMATO.md 8.1).

Codes only; the sentences stand in ``resources/mensagens/pt_BR.toml`` under ``motivo``, and a test
holds both against the table of FORMATO.md.
"""

from __future__ import annotations

from typing import Final

from core.kernel.errors import IntegrityFault

REFUSED: Final = "R"
FEED_REFUSED: Final = "F"
WITHOUT_EFFECT: Final = "L"
WAITING: Final = "P"

CLASSES: Final[dict[str, str]] = {
    "pacote.vazio": REFUSED,
    "pacote.grande": REFUSED,
    "pacote.cifrado": REFUSED,
    "pacote.nao_e_zip": REFUSED,
    "pacote.cortado": REFUSED,
    "pacote.perfil": REFUSED,
    "pacote.nome": REFUSED,
    "pacote.limites": REFUSED,
    "pacote.compressao": REFUSED,
    "pacote.restrito_aberto": REFUSED,
    "pacote.restrito_exposto": REFUSED,
    "pacote.destinatario": REFUSED,
    "pacote.demonstracao": REFUSED,
    "manifesto.ausente": REFUSED,
    "manifesto.assinatura_forma": REFUSED,
    "manifesto.json": REFUSED,
    "manifesto.versao": REFUSED,
    "manifesto.campos": REFUSED,
    "manifesto.inventario": REFUSED,
    "manifesto.soma": REFUSED,
    "manifesto.remetente": REFUSED,
    "manifesto.assinatura": REFUSED,
    "partes.forma": REFUSED,
    "rede.outra": REFUSED,
    "rede.invalida": REFUSED,
    "rede.bifurcada": REFUSED,
    "feed.desconhecido": FEED_REFUSED,
    "feed.arquivos": FEED_REFUSED,
    "feed.nota": FEED_REFUSED,
    "feed.nota_manifesto": FEED_REFUSED,
    "feed.nota_chave": FEED_REFUSED,
    "feed.nota_assinatura": FEED_REFUSED,
    "feed.consistencia": FEED_REFUSED,
    "feed.eventos": FEED_REFUSED,
    "feed.raiz": FEED_REFUSED,
    "feed.selo": FEED_REFUSED,
    "feed.bifurcado": FEED_REFUSED,
    "feed.lacuna": WAITING,
    "evento.espera": WAITING,
    "evento.adiado": WAITING,
    "evento.conteudo": WITHOUT_EFFECT,
    "folha.invalida": WITHOUT_EFFECT,
    "folha.alem_do_selo": WITHOUT_EFFECT,
    "parte.invalida": WITHOUT_EFFECT,
    "anexo.sem_compromisso": WITHOUT_EFFECT,
    "evidencia.invalida": WITHOUT_EFFECT,
    "evidencia.valida": WITHOUT_EFFECT,
}


class Refusal(IntegrityFault):
    """What ends the examination of a file (class R) or of one feed (class F).

    Args:
        codigo: one of ``CLASSES``.
        onde: the entry being examined, where the report names it.
    """

    def __init__(self, codigo: str, onde: str | None = None) -> None:
        self.onde = onde
        super().__init__(f"motivo.{codigo}")
        self.codigo = codigo

    @property
    def classe(self) -> str:
        """``R`` or ``F``."""
        return CLASSES[self.codigo]
