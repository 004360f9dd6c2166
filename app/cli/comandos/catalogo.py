"""The explicit list of verbs, in the order of the help page."""

from app.cli.comandos import (
    atualizar,
    copia,
    eventos,
    iniciar,
    motor,
    registro,
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
    *telas.VERBOS,
)
