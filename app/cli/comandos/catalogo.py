"""The explicit list of verbs, in the order of the help page."""

from app.cli.comandos import (
    atualizar,
    cidadaos,
    copia,
    demandas,
    eventos,
    importacao,
    iniciar,
    motor,
    registro,
    ruas,
    saude,
    telas,
    territorio,
    verificar,
)

VERBOS = (
    *iniciar.VERBOS,
    *eventos.VERBOS,
    *registro.VERBOS,
    *saude.VERBOS,
    *motor.VERBOS,
    *copia.VERBOS,
    *verificar.VERBOS,
    *atualizar.VERBOS,
    *territorio.VERBOS,
    *ruas.VERBOS,
    *cidadaos.VERBOS,
    *demandas.VERBOS,
    *importacao.VERBOS,
    *telas.VERBOS,
)
