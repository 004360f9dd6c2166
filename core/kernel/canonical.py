"""Canonical bytes: the profile ``civico-jcs/1`` for headers, RFC 8785 for parts.

Headers and network documents use the profile (sync.md 2.3): integers only, plain keys. Parts may
hold decimals and any key, so they are full RFC 8785, written by msgspec where that is proven
byte-equal and by the rfc8785 library elsewhere. Nothing here decides whether received bytes are
right: that is a matter of their hash.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Final

import msgspec
import rfc8785

MAX_DEPTH: Final = 16  # the outermost array or object is depth 1
MAX_INT: Final = 2**53 - 1

# Reasons of a CanonicalError.
TAMANHO: Final = "tamanho"
CODIFICACAO: Final = "codificacao"
SINTAXE: Final = "sintaxe"
NUMERO: Final = "numero"
CHAVE: Final = "chave"
CHAVE_REPETIDA: Final = "chave_repetida"
TEXTO: Final = "texto"
PROFUNDIDADE: Final = "profundidade"
TIPO: Final = "tipo"
NAO_CANONICO: Final = "nao_canonico"

_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_MAX_INT_CHARS: Final = len(str(-MAX_INT))
_LAST_BMP: Final = "\uffff"
_LEAST_PLAIN_FLOAT: Final = 1e-5  # below it msgspec and JavaScript disagree on the exponent
_PLAIN: Final = 0
_INTEGRAL_FLOATS: Final = 1
_LIBRARY: Final = 2

_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class CanonicalError(ValueError):
    """A value that has no canonical bytes, or bytes that are not canonical.

    Args:
        reason: one of this module's reasons, e.g. ``"profundidade"``.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def _check_profile(value: Any, depth: int) -> None:
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -MAX_INT <= value <= MAX_INT:
            raise CanonicalError(NUMERO)
        return
    if kind is float:
        raise CanonicalError(NUMERO)
    if kind is not dict and kind is not list and kind is not tuple:
        raise CanonicalError(TIPO)
    if depth > MAX_DEPTH:
        raise CanonicalError(PROFUNDIDADE)
    if kind is dict:
        for key, item in value.items():
            if type(key) is not str or _KEY.fullmatch(key) is None:
                raise CanonicalError(CHAVE)
            _check_profile(item, depth + 1)
    else:
        for item in value:
            _check_profile(item, depth + 1)


def encode_canonical(value: Any) -> bytes:
    """The ``civico-jcs/1`` bytes of a value (sync.md 2.3).

    Args:
        value: str, int, bool, None, and dicts, lists and tuples of these.

    Raises:
        CanonicalError: floats, integers beyond 2^53-1, keys outside ``[a-z][a-z0-9_]{0,63}``,
            lone surrogates, more than 16 levels, any other type.
    """
    _check_profile(value, 1)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise CanonicalError(TEXTO) from None


def _strict_int(digits: str) -> int:
    if len(digits) > _MAX_INT_CHARS:
        raise CanonicalError(NUMERO)
    return int(digits)


def _refuse_number(_text: str) -> Any:
    raise CanonicalError(NUMERO)


def _strict_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CanonicalError(CHAVE_REPETIDA)
    return found


def decode_canonical(raw: bytes, max_bytes: int) -> Any:
    """Parse received bytes that must be ``civico-jcs/1``, byte for byte.

    Args:
        raw: the received bytes, from anybody.
        max_bytes: refuse more than this before looking.

    Raises:
        CanonicalError: whatever is wrong with them; never another exception.
    """
    if len(raw) > max_bytes:
        raise CanonicalError(TAMANHO)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise CanonicalError(CODIFICACAO) from None
    if text.startswith("\ufeff"):
        raise CanonicalError(CODIFICACAO)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_strict_object,
            parse_int=_strict_int,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except CanonicalError:
        raise
    except RecursionError:
        raise CanonicalError(PROFUNDIDADE) from None
    except ValueError:
        raise CanonicalError(SINTAXE) from None
    if encode_canonical(value) != raw:
        raise CanonicalError(NAO_CANONICO)
    return value


def _survey_float(value: float) -> int:
    if value.is_integer():
        return _INTEGRAL_FLOATS if -MAX_INT <= value <= MAX_INT else _LIBRARY
    if _LEAST_PLAIN_FLOAT <= value < MAX_INT or -MAX_INT < value <= -_LEAST_PLAIN_FLOAT:
        return _PLAIN
    return _LIBRARY  # exponents, and NaN and infinity, which it refuses


def _survey(value: Any, depth: int) -> int:
    """Whether msgspec's bytes are RFC 8785's: a cheap walk, bounded in depth.

    Returns:
        _PLAIN, or what stands in the way: _INTEGRAL_FLOATS (mended by integers), _LIBRARY.
    """
    if depth > MAX_DEPTH:
        raise CanonicalError(PROFUNDIDADE)
    found = _PLAIN
    items = value
    if isinstance(value, dict):
        try:
            keys = "".join(value)
        except TypeError:
            raise CanonicalError(CHAVE) from None
        # RFC 8785 sorts by UTF-16 units, msgspec by bytes: they part beyond the BMP.
        if not keys.isascii() and max(keys) > _LAST_BMP:
            found = _LIBRARY
        items = value.values()
    for item in items:
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is int:
            if not -MAX_INT <= item <= MAX_INT:
                raise CanonicalError(NUMERO)
        elif kind is float:
            found |= _survey_float(item)
        elif kind is dict or kind is list or kind is tuple:
            found |= _survey(item, depth + 1)
        elif isinstance(item, (dict, list, tuple)):
            found |= _LIBRARY | _survey(item, depth + 1)
        else:
            found |= _LIBRARY
    return found


def _integers_for_integral_floats(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _integers_for_integral_floats(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [_integers_for_integral_floats(item) for item in value]
    if kind is float and value.is_integer():
        return int(value)
    return value


def plain_value(value: Any) -> Any:
    """A field of a part in the form that msgspec, sorting keys, writes as RFC 8785 does.

    Returns:
        The same object where nothing had to change; else with integers for integral floats.

    Raises:
        CanonicalError: as ``encode_jcs``, and for whatever only the library may judge.
    """
    found = _survey((value,), 1)
    if found & _LIBRARY:
        raise CanonicalError(TIPO)
    return _integers_for_integral_floats(value) if found else value


def encode_jcs(value: Any) -> bytes:
    """The RFC 8785 bytes of a value, as parts use them (design.md 4).

    The domain of the fast path: exact built-in types, keys within the BMP, integers within
    2^53-1, decimals whose text has no exponent. A property test compares it with rfc8785.

    Raises:
        CanonicalError: NaN, infinity, integers beyond 2^53-1, lone surrogates, keys that are
            not strings, more than 16 levels, types that JSON lacks.
    """
    found = _survey(value, 1) if type(value) is dict else _survey((value,), 0)
    try:
        if found & _LIBRARY:
            return rfc8785.dumps(value)
        if found:
            value = _integers_for_integral_floats(value)
        return _encode_sorted(value)
    except UnicodeEncodeError:
        raise CanonicalError(TEXTO) from None
    except (rfc8785.IntegerDomainError, rfc8785.FloatDomainError):
        raise CanonicalError(NUMERO) from None
    except rfc8785.CanonicalizationError as refusal:
        is_text = isinstance(refusal.__cause__, UnicodeEncodeError)
        raise CanonicalError(TEXTO if is_text else TIPO) from None


def to_nfc(value: Any) -> Any:
    """A value with every text and key in NFC: the author's side only, verifiers do not.

    Args:
        value: JSON value of at most ``MAX_DEPTH`` levels.

    Raises:
        CanonicalError: two keys become the same.
    """
    if isinstance(value, str):
        return value if value.isascii() else unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        mended = {to_nfc(key): to_nfc(item) for key, item in value.items()}
        if len(mended) != len(value):
            raise CanonicalError(CHAVE_REPETIDA)
        return mended
    if isinstance(value, (list, tuple)):
        return [to_nfc(item) for item in value]
    return value


def is_nfc(encoded: bytes) -> bool:
    """Whether every text in JSON bytes is in NFC, judged on the whole at once.

    Marks never join across a quote, and an escape can only make the answer too strict.
    """
    return encoded.isascii() or unicodedata.is_normalized("NFC", encoded.decode("utf-8"))
