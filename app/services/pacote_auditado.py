"""A bundle that was opened to be audited: everything that was found, as values. No Qt, no SQL.

Source: issue "Signed bundles", Auditoria mode; FORMATO.md 8.2 and 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.services.pacote_cifrado import Estado

Veredito = Literal["aceito", "aceito_em_parte", "recusado"]

PALAVRAS: Final[dict[Veredito, str]] = {
    "aceito": "Confere",
    "aceito_em_parte": "Confere em parte",
    "recusado": "Não confere",
}
"""What the verdict on a bundle is called."""

NAO_PROVA: Final = (
    "Que os fatos são verdadeiros: foi assinado o que foi dito.",
    (
        "Que nada foi calado depois da última nota de cada fluxo. Peça a nota do mesmo fluxo a "
        "outro escritório e compare."
    ),
    "Que as horas estão certas: cada hora é uma alegação de quem escreveu.",
    (
        "Que o conjunto de um sorteio era honesto antes de publicado. E quem opera o computador "
        "pode escolher o momento do sorteio, e com ele a semente; sorteios refeitos, recusas e "
        "tentativas ficam todos no registro."
    ),
    "De quem são as chaves. Compare a impressão da raiz com a que você tem em papel.",
)
"""What even a bundle in which everything matches does not prove."""

SEM_FLUXO: Final = (
    "Os sorteios e as pontuações não foram refeitos: um fluxo do pacote foi recusado, e sem ele "
    "faltam fatos."
)
INCREMENTAL: Final = (
    "Os sorteios e as pontuações não foram refeitos: este pacote só traz a parte mais nova do "
    "registro. Peça um pacote completo."
)
VARIOS_AUTORES: Final = (
    "O pacote traz eventos de mais de um escritório. Quem sorteou só conhecia o que já tinha "
    "recebido: uma diferença na lista de quem concorria merece primeiro uma pergunta."
)


CIFRADO: Final = "Cifrado: não foi conferido"
"""Instead of a verdict, where nobody could look inside."""
RESTRITO: Final = {
    "ao_lado": (
        "Ao lado está {nome}, com partes restritas, cifrado para quem as recebe. Este pacote foi "
        "conferido sem ele, e não precisa dele."
    ),
    "fechado": (
        "É o arquivo das partes restritas, cifrado para quem as recebe: só a chave de um deles o "
        "abre. O pacote público que saiu junto, de mesmo nome e final .zip, confere sem ele."
    ),
    "nao_abriu": (
        "Esta chave não abre o arquivo: ele foi cifrado para outro, ou foi cortado ou alterado. O "
        "pacote público que saiu junto, de mesmo nome e final .zip, confere sem ele."
    ),
    "aberto": (
        "São as partes restritas: o arquivo foi decifrado num lugar privado, conferido e apagado. "
        "O que ele diz não é público."
    ),
}


@dataclass(frozen=True, slots=True)
class FluxoConferido:
    """A feed of the bundle and what came of it.

    Args:
        no: author, 32 hex.
        nome: what the network document calls the author; empty where it does not.
        de: first event carried.
        ate: how many events the note signs.
        raiz: of the note, 64 hex; None where the note did not hold.
        ultimo: claimed moment of the last event carried; None where there is none.
        frase: why it was refused; empty where it was not.
    """

    no: str
    nome: str
    epoca: int
    de: int
    ate: int
    raiz: str | None
    ultimo: str | None
    eventos: int
    sem_efeito: int
    partes: int
    partes_descartadas: int
    frase: str

    @property
    def is_aceito(self) -> bool:
        """Whether it holds."""
        return not self.frase


@dataclass(frozen=True, slots=True)
class AchadoDoPacote:
    """Something that refuses nothing and deserves a question."""

    codigo: str
    frase: str
    no: str | None
    epoca: int | None
    seq: int | None
    carimbo: str | None
    onde: str | None


@dataclass(frozen=True, slots=True)
class SorteioDoPacote:
    """A draw, an attempt or the end of a suspension, drawn again.

    Args:
        numero: its place in the order in which the bundle is read, from 1.
        frase: what differs, in sentences; empty where all is as published.
    """

    carimbo: str
    tipo: str
    no: str
    epoca: int
    seq: int
    numero: int
    timestamp: str
    demanda_id: str | None
    unidade: str | None
    conselheiro_id: str | None
    elegiveis: int | None
    frase: str

    @property
    def is_certo(self) -> bool:
        """Whether everything matches."""
        return not self.frase


@dataclass(frozen=True, slots=True)
class RankingDoPacote:
    """What came of recomputing one unit's ranking; ``unidade`` is its name, or its id."""

    unidade_id: str
    unidade: str
    demandas: int
    pontuacoes: int
    topos: int
    divergentes: int


@dataclass(frozen=True, slots=True)
class DiferencaDeRanking:
    """A score, a told top or a parameter set that does not come out again."""

    carimbo: str
    tipo: str
    no: str
    seq: int
    timestamp: str
    unidade: str | None
    demanda_id: str | None
    frase: str


@dataclass(frozen=True, slots=True)
class Refeito:
    """All draws and rankings of a bundle, recomputed.

    Args:
        eventos: events with effect that were read.
        sorteios: how many draws; ``tentativas`` and ``suspensoes`` beside them.
        sorteios_divergentes: of all three.
        lista: those that differ first, then the others, newest first; at most ``LIMITE``.
        ranking_divergentes: of scores, tops and parameter sets.
        unidades: every ranking.
        diferencas: at most ``LIMITE``.
        em_espera: demands that wait at the end although somebody could be drawn.
    """

    eventos: int
    sorteios: int
    tentativas: int
    suspensoes: int
    sorteios_divergentes: int
    lista: tuple[SorteioDoPacote, ...]
    pontuacoes: int
    topos: int
    parametros: int
    ranking_divergentes: int
    unidades: tuple[RankingDoPacote, ...]
    diferencas: tuple[DiferencaDeRanking, ...]
    em_espera: int


@dataclass(frozen=True, slots=True)
class PacoteAuditado:
    """The whole finding.

    Args:
        arquivo: name of the file.
        motivo: why all of it was refused, in a sentence; empty where it was not.
        onde: entry that was looked at then.
        relatorio: the report of FORMATO.md 8.2, the same as any other verifier's.
        refeito: None where nothing could be recomputed; ``aviso`` says why.
        aviso: what is to be known of the recomputing; may be empty.
        conferido_em: Unix milliseconds.
        cifrado: of an encrypted file, whether it was opened; empty for any other.
        ao_lado: name of the encrypted file that was exported with this one; empty without one.
    """

    arquivo: str
    sha256: str
    tamanho: int
    veredito: Veredito
    motivo: str
    onde: str | None
    is_demonstracao: bool
    is_completo: bool
    rede: str | None
    rede_versao: int | None
    no: str | None
    nome_do_no: str
    programa: str | None
    criado_em: str | None
    raizes: tuple[str, ...]
    fluxos: tuple[FluxoConferido, ...]
    tipos: Mapping[str, int]
    achados: tuple[AchadoDoPacote, ...]
    refeito: Refeito | None
    aviso: str
    relatorio: Mapping[str, Any]
    conferido_em_ms: int
    cifrado: Estado = ""
    ao_lado: str = ""

    @property
    def palavra(self) -> str:
        """The verdict in words."""
        return CIFRADO if self.cifrado in {"fechado", "nao_abriu"} else PALAVRAS[self.veredito]

    @property
    def sobre_restrito(self) -> str:
        """What is to be known of restricted parts; empty for nothing."""
        if self.ao_lado:
            return RESTRITO["ao_lado"].format(nome=self.ao_lado)
        return RESTRITO.get(self.cifrado, "")

    @property
    def is_certo(self) -> bool:
        """Whether the bundle holds and all that was recomputed comes out as published."""
        again = self.refeito
        differs = again is not None and again.sorteios_divergentes + again.ranking_divergentes
        return self.veredito == "aceito" and not differs
