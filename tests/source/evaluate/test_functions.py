from __future__ import annotations

import pytest

PROGRAMS = {
    "default": ("def f(a, b=2): return a + b\nx = f(1)", 3),
    "keyword": ("def f(a, b): return a - b\nx = f(b=1, a=5)", 4),
    "keyword only": ("def f(*, a=1, b): return (a, b)\nx = f(b=2)", (1, 2)),
    "positional only": ("def f(a, /, b): return (a, b)\nx = f(1, b=2)", (1, 2)),
    "star": (
        "def f(*a, **k): return (a, k)\nx = f(1, *[2], z=3, **{'y': 4})",
        ((1, 2), {"z": 3, "y": 4}),
    ),
    "pass on": ("def g(a, b): return a + b\ndef f(*a, **k): return g(*a, **k)\nx = f(1, b=2)", 3),
    "nothing": ("def f(): pass\nx = f()", None),
    "early return": ("def f(n):\n    if n: return 'a'\n    return 'b'\nx = f(0)", "b"),
    "closure": ("def f(n):\n    def g(m): return n * m\n    return g\nx = f(3)(4)", 12),
    "nonlocal": (
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n    g(); g()\n"
        "    return n\nx = f()",
        2,
    ),
    "late binding": ("def f(): return n\nn = 5\nx = f()", 5),
    "recursion": ("def f(n): return 1 if n == 0 else n * f(n - 1)\nx = f(5)", "?"),
    "mutual recursion": ("def f(n): return g(n)\ndef g(n): return f(n)\nx = f(1)", "?"),
    "lambda default": ("f = lambda a, b=3: a * b\nx = f(2)", 6),
    "lambda in a dict": ("d = {'f': lambda v: v + 1}\nx = d['f'](1)", 2),
    "generator": ("def f():\n    yield 1\n    yield 1\nx = [v for v in f()]", "?"),
    "async": ("async def f(): return 1\nasync def g(): return await f()\nx = g()", 1),
    "mutable argument": ("def f(l): l.append(1)\nx = []\nf(x)", [1]),
    "passthrough decorator": ("def d(f): return f\n@d\ndef f(): return 1\nx = f()", 1),
    "registering decorator": (
        "R = {}\ndef reg(name):\n    def d(f):\n        R[name] = f\n        return f\n"
        "    return d\n"
        "@reg('a')\ndef f(): return 1\nx = f()",
        1,
    ),
    "wrapping decorator": (
        "import functools\ndef d(f):\n    @functools.wraps(f)\n"
        "    def w(*a): return f(*a) + 1\n    return w\n"
        "@d\ndef f(): return 1\nx = f()",
        "?",
    ),
    "unknown decorator": ("@mystery\ndef f(): return 1\nx = f()", "?"),
    "library decorator": ("import torch\n@torch.no_grad()\ndef f(): return 1\nx = f()", 1),
    "cache": ("from functools import lru_cache\n@lru_cache(None)\ndef f(): return 1\nx = f()", 1),
    "shadowing": ("n = 1\ndef f(n): return n\nx = f(2)", 2),
    "unknown argument": ("def f(a): return a\nx = f(u)", "?"),
    "missing argument": ("def f(a): return a\nx = f()", "?"),
    "too many": ("def f(a): return a\nx = f(1, 2, 3)", 1),
    "function as value": ("def f(a): return a + 1\ng = f\nx = g(1)", 2),
    "choice of functions": ("def f(): return 1\ndef g(): return 1\nh = f if u else g\nx = h()", 1),
    "raising": ("def f(): raise E\nx = f()", "?"),
    "name of local class": ("def f():\n    class A:\n        v = 1\n    return A\nx = f().v", 1),
    "deep default": ("W = 4\ndef f(w=W * 2): return w\nW = 9\nx = f()", 8),
}


@pytest.mark.parametrize(("code", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_program(evaluate, code, expected):
    assert evaluate(code).plain("x") == expected


def test_both_results_of_an_unknown_condition(evaluate):
    found = evaluate("def f():\n    if u:\n        return 1\n    return 2\nx = f()")["x"]
    assert {option.value for option in found.options} == {1, 2}


def test_a_generator_gives_a_stream(evaluate):
    found = evaluate("def f():\n    for i in u:\n        yield 'a', i\nfor a, b in f():\n    x = a")
    assert found.plain("x") == "a"


def test_hydra_gives_the_configuration_to_the_function(project):
    found = project(
        {
            "conf/config.yaml": "defaults:\n  - model: big\nlr: 0.1\n",
            "conf/model/big.yaml": "width: 64\n",
            "main.py": """
            import hydra
            @hydra.main(config_path="conf", config_name="config", version_base=None)
            def main(cfg):
                global x
                x = (cfg.lr, cfg.model.width)
            main()
            """,
        }
    )
    assert found.plain("x") == (0.1, 64)
    assert all(item.soft for item in found["x"].items)


def test_a_call_of_what_can_only_be_a_number_or_a_text_goes_on(evaluate):
    found = evaluate("f = 1 if unknown else 'x'\ny = f(2)\nz = 3\n")
    assert found.plain("z") == 3
