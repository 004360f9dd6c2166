from __future__ import annotations

import io
import json

from app.cli.saida import Resultado, print_error, print_result, table


def test_a_table_lines_up_numbers_to_the_right() -> None:
    assert table(("nome", "nº"), [("água", 7), ("luz", 120), (None, 3)]) == [
        "nome   nº",
        "----  ---",
        "água    7",
        "luz   120",
        "–       3",
    ]


def test_an_empty_table_is_its_head() -> None:
    assert table(("a", "b"), []) == ["a  b", "-  -"]


def test_json_and_sentences_say_the_same() -> None:
    result = Resultado({"n": 1}, ["um"], 0, ["cuidado"])
    out, err = io.StringIO(), io.StringIO()
    assert print_result(result, as_json=False, out=out, err=err) == 0
    assert (out.getvalue(), err.getvalue()) == ("um\n", "cuidado\n")
    out = io.StringIO()
    print_result(result, as_json=True, out=out, err=io.StringIO())
    assert json.loads(out.getvalue()) == {"n": 1}


def test_an_error_in_json_keeps_code_and_sentence() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert print_error("a.b", "Frase.", 3, as_json=True, out=out, err=err) == 3
    assert json.loads(out.getvalue()) == {
        "erro": {"codigo": "a.b", "mensagem": "Frase."},
        "saida": 3,
    }
    assert err.getvalue() == "Frase.\n"


def test_a_stream_is_printed_a_line_each() -> None:
    for as_json, expected in ((True, '{"n":1}\n{"n":2}\n'), (False, "um\ndois\n")):
        out, err = io.StringIO(), io.StringIO()
        stream = iter([({"n": 1}, "um"), ({"n": 2}, "dois")])
        result = Resultado(None, avisos=["cuidado"], fluxo=stream)
        assert print_result(result, as_json=as_json, out=out, err=err) == 0
        assert (out.getvalue(), err.getvalue()) == (expected, "cuidado\n")


def test_the_name_of_a_file_that_is_no_text_goes_out_in_escapes() -> None:
    out, err = io.StringIO(), io.StringIO()
    name = "caf\udce9.json"
    assert print_error("a.b", f"Não abre {name}", 2, as_json=True, out=out, err=err) == 2
    assert json.loads(out.getvalue())["erro"]["mensagem"] == f"Não abre {name}"
    assert out.getvalue().isascii()
    out = io.StringIO()
    assert print_result(Resultado({"arquivo": name}, []), as_json=True, out=out, err=err) == 0
    assert json.loads(out.getvalue()) == {"arquivo": name}
