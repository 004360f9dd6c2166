"""The door for services: there is none to knock at. D-7 decides nothing and publishes nothing.

Services read through ``queries``; a projection is folded anew by the engine's ``reconstruir``.
"""
