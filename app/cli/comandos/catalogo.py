"""The explicit list of verbs, in the order of the help page."""

from app.cli.comandos import eventos, iniciar, motor, registro, saude, telas

VERBOS = (
    *iniciar.VERBOS,
    *eventos.VERBOS,
    *registro.VERBOS,
    *saude.VERBOS,
    *motor.VERBOS,
    *telas.VERBOS,
)
