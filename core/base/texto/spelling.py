"""Colloquial Brazilian Portuguese and frequent slips, brought to standard spelling.

Works on folded words (core.base.texto.folding). Two steps: a table of what people write for
what they mean, and a corrector that mends one wrong letter against a given list of words.
Source: issue of part 2 (D-3: "spelling slips and colloquial Brazilian Portuguese"), G-041.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

VERSAO_GRAFIA = "grafia-1"

_SHORT_FORMS: Final = (
    "vc=voce vcs=voces ce=voce oce=voce qe=que ki=que pq=porque pk=porque tb=tambem tbm=tambem "
    "tmb=tambem tambm=tambem nn=nao naum=nao num=nao hj=hoje hje=hoje ta=esta tah=esta to=estou "
    "tou=estou tava=estava tavam=estavam tao=estao pra=para pro=para pras=para pros=para "
    "pr=para msm=mesmo td=tudo tds=todos mto=muito mt=muito mta=muita mtos=muitos mtas=muitas "
    "qdo=quando qnd=quando qndo=quando cade=onde kd=onde neh=ne blz=tudo obg=obrigado "
    "obgd=obrigado vlw=obrigado pfv=favor pfvr=favor pf=favor plmdds=favor pelamor=favor "
    "gnt=gente dps=depois dpois=depois agr=agora agrs=agora tbem=tambem aki=aqui cm=com ss=sim "
    "vdd=verdade fzr=fazer fz=faz qqr=qualquer qq=qualquer qlqr=qualquer nd=nada ngm=ninguem "
    "niguem=ninguem ninguen=ninguem sla=sei oq=que oque=que dq=que pqp=nossa hr=hora hrs=horas "
    "ctz=certeza bjs=abraco msg=mensagem fone=telefone zap=whatsapp sr=senhor sra=senhora "
    "dr=doutor dra=doutora jd=jardim vl=vila bairo=bairro pmjp=prefeitura pmv=prefeitura "
    "tamo=estamos tamos=estamos bora=vamos dnv=novamente dinovo=novamente denovo=novamente "
    "q=que n=nao p=para c=com s=sem desd=desde min=minuto cel=celular tel=telefone "
    "pref=prefeitura av=avenida conj=conjunto"
)
_SLIPS: Final = (
    "esgouto=esgoto isgoto=esgoto exgoto=esgoto egoto=esgoto esgto=esgoto esgosto=esgoto "
    "esgotto=esgoto exgotos=esgotos isgotos=esgotos fosa=fossa buero=bueiro boeiro=bueiro "
    "bueru=bueiro buiero=bueiro boero=bueiro bueiru=bueiro buerio=bueiro bueros=bueiros "
    "boeiros=bueiros burero=bueiro lampida=lampada lampda=lampada lanpada=lampada "
    "lanpadas=lampadas lampas=lampadas lampidas=lampadas lampado=lampada lamapada=lampada "
    "iluminacaum=iluminacao iluminasao=iluminacao iluminassao=iluminacao ilumincao=iluminacao "
    "iluminao=iluminacao ilumicao=iluminacao eluminacao=iluminacao inluminacao=iluminacao "
    "calsada=calcada calssada=calcada caucada=calcada calsadas=calcadas calcda=calcada "
    "calsamento=calcamento calssamento=calcamento caucamento=calcamento calcamneto=calcamento "
    "asfauto=asfalto asfato=asfalto asfaltu=asfalto hasfalto=asfalto asfoto=asfalto "
    "asfautar=asfaltar asvalto=asfalto pavimentasao=pavimentacao agoa=agua augua=agua auga=agua "
    "aga=agua aqua=agua agia=agua haguas=aguas hagua=agua angua=agua daguas=agua dagua=agua "
    "dgua=agua enxente=enchente enxurada=enxurrada enchurrada=enxurrada alagamneto=alagamento "
    "entulio=entulho emtulho=entulho intulho=entulho entulo=entulho etulho=entulho lixu=lixo "
    "licho=lixo lichos=lixos lixero=lixeiro lixera=lixeira carpina=capina carpinacao=capina "
    "capinasao=capinacao rosar=rocar rocagem=rocada rossagem=rocada rossada=rocada rossar=rocar "
    "matu=mato prasa=praca prassa=praca prassas=pracas prasinha=pracinha concerto=conserto "
    "concertar=consertar concertada=consertada burraco=buraco boraco=buraco buraku=buraco "
    "buracu=buraco burracos=buracos boracos=buracos buracp=buraco buaco=buraco burraku=buraco "
    "bucaro=buraco craterra=cratera posti=poste possti=poste postis=postes poster=poste "
    "cemaforo=semaforo semafaro=semaforo semafro=semaforo sinaleira=semaforo sinaleiro=semaforo "
    "onebus=onibus onibuz=onibus oniubus=onibus onbus=onibus omibus=onibus busao=onibus "
    "buzao=onibus busu=onibus enegia=energia enerjia=energia energa=energia inergia=energia "
    "hidrometo=hidrometro idrometro=hidrometro vasamento=vazamento vasando=vazando vasa=vaza "
    "vazameto=vazamento vazamentu=vazamento trasito=transito tranzito=transito "
    "sinalisacao=sinalizacao asalto=assalto asaltos=assaltos violensia=violencia arvre=arvore "
    "avore=arvore arvori=arvore galio=galho gallho=galho mau=mal xeiro=cheiro cheru=cheiro "
    "excola=escola iscola=escola crexe=creche crece=creche ospital=hospital medco=medico "
    "parqinho=parquinho balansso=balanco balanso=balanco escorregadeira=escorregador "
    "caxorro=cachorro cahorro=cachorro xuva=chuva chuvu=chuva reforna=reforma refoma=reforma "
    "limpesa=limpeza linpeza=limpeza limpeja=limpeza barulio=barulho baruio=barulho "
    "barrulho=barulho coregos=corregos corego=corrego corrgo=corrego corgo=corrego "
    "barera=barreira incosta=encosta deslisamento=deslizamento deslisar=deslizar "
    "deslizameto=deslizamento acesibilidade=acessibilidade acessiblidade=acessibilidade "
    "asessibilidade=acessibilidade acecibilidade=acessibilidade cadeirate=cadeirante "
    "ranpa=rampa podacao=poda podagem=poda podassao=poda puda=poda recapiamento=recapeamento "
    "recapeameto=recapeamento tapaburaco=tapa tapaburacos=tapa lampa=lampada "
    "escorrega=escorregador bero=beco"
)

_EMPTY: Final = (
    "a o e as os um uma uns umas de da do das dos em no na nos nas ao aos pelo pela pelos "
    "pelas por para com que se ou mas como mais menos muito muita muitos muitas esta "
    "estao estava estou estar este esse essa isso isto aquele aquela eu me meu minha meus "
    "minhas nosso nossa nossos nossas voce voces ele ela eles elas lhe seu sua seus suas "
    "ja so la ali aqui ai ha foi foram ser sou sao era tem ter tenho temos tinha tambem "
    "quando quem qual quais onde porque pois entao ate desde sobre entre apos cada todo "
    "toda todos todas tudo nada algum alguma ninguem nem sim bom boa dia tarde noite "
    "ola oi prezado prezada prezados senhor senhora senhores obrigado obrigada favor "
    "gentileza grato grata atenciosamente att solicito solicita solicitamos solicitar "
    "solicitacao gostaria gostariamos peco pedimos pedido venho informo informacao "
    "informacoes saber queria quero preciso precisamos poder fazer faz feito vez vezes "
    "dias mes meses ano anos hora horas semana hoje ontem amanha agora sempre nunca "
    "quero moro mora moradores morador moradora prefeitura municipal municipio cidade "
    "usuario usuaria informa executivo atraves secretaria bairro proximo proximidades "
    "frente lado altura numero extensao toda localizada localizado ne gente deus"
)

EMPTY_WORDS: Final = frozenset(_EMPTY.split())


def _table(*sources: str) -> MappingProxyType[str, str]:
    pairs = (entry.partition("=") for source in sources for entry in source.split())
    return MappingProxyType({left: right for left, _, right in pairs if left != right})


_STANDARD = _table(_SHORT_FORMS, _SLIPS)


def standard(folded_word: str) -> str:
    """What ``folded_word`` stands for; itself where the table does not know it."""
    return _STANDARD.get(folded_word, folded_word)


def _without_one(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))} | {word}


def _one_edit_apart(left: str, right: str) -> bool:
    """One letter more, less or other, or two neighbours swapped."""
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    shared = min(len(left), len(right))
    start = next((i for i in range(shared) if left[i] != right[i]), shared)
    tail_left, tail_right = left[start:], right[start:]
    if len(left) != len(right):
        return tail_left[1:] == tail_right or tail_left == tail_right[1:]
    swapped = tail_left[1:2] + tail_left[:1]
    return tail_left[1:] == tail_right[1:] or swapped + tail_left[2:] == tail_right


class Corrector:
    """Mends one wrong letter of a long word, where exactly one known word is that near.

    Args:
        known: folded words; those shorter than ``shortest`` are never the aim of a correction.
        shortest: letters a word needs to be corrected at all (short words have many neighbours).
    """

    def __init__(self, known: Iterable[str], shortest: int = 6) -> None:
        self._shortest = shortest
        self._known = frozenset(known)
        self._by_deletion: dict[str, set[str]] = {}
        for word in sorted(self._known):
            if len(word) >= shortest:
                for form in _without_one(word):
                    self._by_deletion.setdefault(form, set()).add(word)

    def correct(self, word: str) -> str:
        """The one known word a letter away from ``word``, else ``word`` itself."""
        if len(word) < self._shortest or word in self._known:
            return word
        near = {
            known
            for form in _without_one(word)
            for known in self._by_deletion.get(form, ())
            if _one_edit_apart(word, known) and known[0] == word[0]
        }
        # A singular and its plural are no doubt about the word.
        stems = {known.removesuffix("s") for known in near}
        return min(near, key=lambda known: (len(known), known)) if len(stems) == 1 else word
