"""Words that name somebody or some place and nothing else: they never become features.

A classifier that knew them would judge by who lives where, and a model file would hold names. Only
words that are no ordinary words (no "rosa", "luz", "flores"). Source: issue of part 2 ("no
personal data"), G-041.
"""

from __future__ import annotations

from typing import Final

_FIRST_NAMES: Final = (
    "ademar adriana adriano afonso alberto alessandra alessandro alexandre alfredo alice aline "
    "almir alvaro amanda ana andre andrea andreia angela antonia antonio aparecida ariane arlindo "
    "armando arnaldo arthur artur augusto aurea beatriz benedito bento bernardo bianca bruna bruno "
    "caio camila camilo carla carlos carmem carmen carolina catarina cecilia celia celso cesar "
    "cicero claudia claudio cleber cleide cristiane cristiano cristina daiane daniel daniela "
    "danilo debora denise diego dilma diogo edgar edilson edmilson edna edson eduarda eduardo "
    "elaine elena eliana eliane elias elisa elisangela elizabeth elza emanuel emerson emilia emilio "
    "enzo erica erick ernesto estela eunice evandro evelyn everton fabiana fabiano fabio fabricio "
    "fatima felipe fernanda fernando flavia flavio francisca francisco frederico fulana fulano "
    "beltrana beltrano sicrano gabriel gabriela george geraldo gilberto gilmar giovana giovanni "
    "gisele gislaine glaucia guilherme gustavo heitor helena helio heloisa henrique hugo humberto "
    "igor inacio ines irene isabel isabela isaura israel ivan ivone jacira jaime jair jamile janaina "
    "janete jean jefferson jessica joana joao joaquim joaquina joel jonas jorge jose josefa joseane "
    "josiane juan julia juliana juliano julio jurandir karen karina katia kelly laura leandro leila "
    "leonardo leonor leticia lidia liliane livia lorena lourdes luan luana lucas lucia luciana "
    "luciano lucio luis luisa luiz luiza luzia manoel manuel manuela mara marcela marcelo marcia "
    "marcio marco marcos marcus margarida maria mariana mariano marilene marina mario marisa "
    "marlene marli marta mateus matheus mauricio mauro maximiano michele miguel milena milton "
    "miriam moacir moises monica nadia natalia nathalia nelson neusa nicolas nilton nivaldo norma "
    "olavo olga olivia orlando oscar osmar osvaldo oswaldo otavio pablo patricia paula paulo pedro "
    "priscila rafael rafaela raimunda raimundo raquel raul regina reginaldo renan renata renato "
    "ricardo rita roberta roberto rodolfo rodrigo rogerio romulo ronaldo rosana rosangela rosilda "
    "rosilene ruben rui ruth samuel sandra sandro sebastiana sebastiao sergio severina severino "
    "silvana silvia silvio simone solange sonia sueli suzana tadeu taina tania tatiana telma teresa "
    "terezinha thais thiago tiago tomas ulisses valdemar valdir valeria valter vanderlei vanessa "
    "vera veronica vicente victor vilma vinicius virginia vitor vivian viviane wagner waldemar "
    "walter wanderley wellington wesley william wilson yara yasmin zelia zilda"
)
_FAMILY_NAMES: Final = (
    "abreu albuquerque alcantara almeida alencar alves amaral amorim andrade aragao araujo arruda "
    "assis azevedo barbosa barreto barros bastos batista bezerra borges botelho braga brandao "
    "brito bueno cabral camargo cardoso carneiro carvalho castro cavalcante cavalcanti chagas "
    "coelho correia correa costa coutinho couto cruz cunha dantas dias domingues duarte dutra "
    "esteves evangelista farias faria feitosa fernandes ferraz ferreira figueiredo fonseca franca "
    "franco freire freitas furtado galvao garcia godoy goes gomes goncalves gouveia guedes "
    "guimaraes gusmao holanda jesus lacerda leal leite lemos lima lins lobato lopes macedo machado "
    "maciel magalhaes maia marinho marques martins mascarenhas matos mattos medeiros meireles "
    "melo mello mendes mendonca menezes mesquita miranda monteiro moraes morais moreira moura "
    "muniz nascimento neves nobrega nogueira novaes nunes oliveira pacheco padilha paiva passos "
    "peixoto pereira pessoa pinheiro pimentel pires portela queiroz ramos rangel rego reis resende "
    "rezende ribeiro rocha rodrigues sales salles sampaio sanches santana santiago santos saraiva "
    "silva silveira simoes siqueira soares sousa souza tavares teixeira teles telles toledo torres "
    "valente vasconcelos vasques vaz veloso viana vidal vieira vilela xavier"
)
_PLACES: Final = (
    "acre alagoas amapa amazonas bahia ceara goias maranhao minas para paraiba parana pernambuco "
    "piaui rondonia roraima sergipe tocantins aracaju belem brasilia campinas cuiaba curitiba "
    "florianopolis fortaleza goiania joinville londrina macapa maceio manaus mossoro natal niteroi "
    "olinda palmas recife salvador teresina vitoria maruipe camburi manaira tambau bessa "
    "mangabeira valentina cristo bancarios expedicionarios esplanada ibura imbiribeira setubal "
    "jabaquara itaquera boehmerwald itaum iririu paranaguamirim petropolis aventureiro comasa "
    "guanabara floresta jarivatuba espinheiros licorsul planalto"
)
# Ordinary words that also are names stay features.
_ORDINARY: Final = (
    "costa cruz lima leite leal machado matos mattos para minas natal floresta esplanada planalto "
    "palmas fortaleza salvador cristo jesus santos dias coelho carneiro barros chagas franca franco "
    "passos pires ramos reis torres valente vaz rocha norma margarida vitoria rangel nascimento "
    "carvalho pinheiro bueno neves pessoa"
)

NAMES: Final = frozenset(f"{_FIRST_NAMES} {_FAMILY_NAMES} {_PLACES}".split()) - frozenset(
    _ORDINARY.split()
)
