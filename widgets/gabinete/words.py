"""Words of the workspace: kinds of report, their fields and choices, deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.services.gabinete_prazos import Prazo
from widgets.runtime.context import Moments
from widgets.runtime.words import counted

TIPO: Final[Mapping[str, str]] = {
    "contato_realizado": "Contato realizado",
    "protocolo_aberto": "Protocolo aberto em um órgão",
    "documento_anexado": "Documento",
    "entrave_registrado": "Entrave",
    "status_atualizado": "Andamento",
    "prazo_registrado": "Prazo ou data marcada",
}
CAMPO: Final[Mapping[str, str]] = {
    "com_quem": "Com quem",
    "canal": "Como foi o contato",
    "resultado": "Resultado",
    "numero": "Número do protocolo",
    "orgao": "Órgão",
    "data": "Dia",
    "tipo_documento": "Que documento é",
    "descricao": "Descrição",
    "referencia": "Onde está guardado",
    "status": "Como está",
    "fonte": "Quem deu o prazo",
}
OPCAO: Final[Mapping[str, str]] = {
    "telefone": "telefone",
    "presencial": "em pessoa",
    "email": "e-mail",
    "mensagem": "mensagem",
    "oficio": "ofício",
    "reuniao": "reunião",
    "site": "site",
    "outro": "outro",
    "foto": "foto",
    "laudo": "laudo",
    "resposta": "resposta",
    "ata": "ata",
    "orcamento": "orçamento",
    "pendente": "pendente",
    "em_andamento": "em andamento",
    "aguardando": "aguardando",
    "concluido": "concluído",
    "bloqueado": "bloqueado",
}
PADRAO: Final[Mapping[str, str]] = {
    "cpf": "CPF",
    "rg": "RG",
    "cnh": "CNH",
    "cartao": "número de cartão",
    "telefone": "telefone",
    "email": "e-mail",
}
RECUSA: Final = (
    ("risco_pessoal", "Há risco para mim (não conta contra mim)"),
    ("fora_do_territorio", "Fica fora do meu território (conta como recusa)"),
    ("recusa_explicita", "Outro motivo (conta como recusa)"),
)


def prazo(one: Prazo, moments: Moments) -> str:
    """``Começar até 03/06/2026 09:00 · faltam 2 dias``."""
    day = f"{one.dia:%d/%m/%Y}"
    if one.espera == "inicio" and one.momento_ms is not None:
        what = f"Começar até {moments.curto(one.momento_ms)[:16]}"
    elif one.espera == "atualizacao":
        what = f"Próxima atualização até {day}"
    else:
        what = f"Prazo informado: {day}"
    return f"{what} · {_left(one, moments)}"


def _left(one: Prazo, moments: Moments) -> str:
    if one.momento_ms is not None and not one.is_vencido:
        hours = max(1, round((one.momento_ms - moments.agora_ms()) / 3_600_000))
        if hours < 48:  # two days: hours say more
            return "falta 1 h" if hours == 1 else f"faltam {hours} h"
    if one.dias < 0:
        return f"venceu há {counted(-one.dias, 'dia', 'dias')}"
    if one.dias == 0:
        return "venceu hoje" if one.is_vencido else "é hoje"
    return f"{'falta' if one.dias == 1 else 'faltam'} {counted(one.dias, 'dia', 'dias')}"
