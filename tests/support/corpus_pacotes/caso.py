"""What a case of the corpus is, and the sound bundle that the wrong ones are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tests.support.pacotes import Feed, Pacote, Rede, cadeia, no_of


@dataclass(frozen=True)
class Caso:
    """A file and what must come of it.

    Args:
        linha: row of sync.md section 4; 0 for a sound one.
        nome: short, unique, good for a file name.
        conteudo: the file.
        motivo: code that refuses it; None where it is accepted, at least in part.
        feeds: codes that refuse feeds, in manifest order, None for an accepted one.
        achados: codes of the findings in order.
    """

    linha: int
    nome: str
    conteudo: bytes
    motivo: str | None = None
    feeds: tuple[str | None, ...] = (None, None)
    achados: tuple[str, ...] = ()

    @property
    def saida(self) -> int:
        """The exit code."""
        return 4 if self.motivo is not None or any(self.feeds) else 0

    @property
    def arquivo(self) -> str:
        """Its file name in the folder."""
        return f"{self.linha:02d}-{self.nome}.zip"

    @property
    def veredito(self) -> str:
        """The report's verdict."""
        if self.motivo is not None:
            return "recusado"
        return "aceito_em_parte" if any(self.feeds) else "aceito"


IMAGEM = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3


@lru_cache(maxsize=1)
def base() -> tuple[Rede, Feed, Feed, Pacote]:
    """A network of two, their feeds and the sound bundle; treat them as frozen."""
    rede = Rede.de("a", "b")
    a, b = cadeia("a", rede), cadeia("b", rede, 5)
    a.mais({"foto": 1}, anexo=IMAGEM)
    return rede, a, b, Pacote.de(rede, "a", a, b)


def anexo_de(feed: Feed) -> str:
    sha256 = next(iter(feed.anexos))
    return f"anexos/{sha256[:2]}/{sha256}"


def por_feed(codes: dict[str, str | None]) -> tuple[str | None, ...]:
    """Codes by node's name, in manifest order."""
    return tuple(codes.get(name) for name in sorted(("a", "b"), key=no_of))
