"""What reaches code that is not known."""

from __future__ import annotations

from seismograd.program.escapes import is_unmodelled, may_set_mode, passes
from seismograd.source.evaluate.calls import Call
from tests.program.reading import program_of


def _call(calls: list[Call], method: str) -> Call:
    return next(call for call in calls if call.method == method)


def test_a_value_in_a_list_in_a_dict_is_passed() -> None:
    program = program_of(
        "import other\nnet = nn.Linear(2, 2)\nother.go({'nets': [net]})\nother.stay(3)\n"
    )
    built = _call(program.calls, "Linear").result
    assert passes(_call(program.calls, "go"), built)
    assert not passes(_call(program.calls, "stay"), built)
    assert is_unmodelled(_call(program.calls, "go"))
    assert not is_unmodelled(_call(program.calls, "Linear"))


def test_an_unknown_function_may_set_the_mode_of_what_it_gets() -> None:
    code = "import other\nnet = nn.Sequential(nn.Linear(2, 2))\nnet.eval()\n"
    alone, handed_on = program_of(code), program_of(code + "other.prepare(net)\n")
    assert not may_set_mode(alone, _call(alone.calls, "eval").receiver)
    assert may_set_mode(handed_on, _call(handed_on.calls, "eval").receiver)
