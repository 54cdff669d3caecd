from __future__ import annotations

import pytest

from seismograd.source.evaluate.values import Class, Instance

PROGRAMS = {
    "instance attribute": ("class A:\n    def __init__(self, v): self.v = v\nx = A(3).v", 3),
    "class attribute": ("class A:\n    v = 1\nx = A().v", 1),
    "instance over class": ("class A:\n    v = 1\na = A(); a.v = 2\nx = (A.v, a.v)", (1, 2)),
    "method": ("class A:\n    def f(self, n): return n + 1\nx = A().f(1)", 2),
    "unbound": ("class A:\n    def f(self, n): return n + 1\nx = A.f(A(), 1)", 2),
    "static": (
        "class A:\n    @staticmethod\n    def f(n): return n\nx = (A.f(1), A().f(2))",
        (1, 2),
    ),
    "class method": (
        "class A:\n    def __init__(self, v): self.v = v\n    @classmethod\n"
        "    def make(cls): return cls(7)\n"
        "class B(A): pass\nx = B.make().v",
        7,
    ),
    "property": ("class A:\n    @property\n    def p(self): return 5\nx = A().p", 5),
    "setter": (
        "class A:\n    def __init__(self): self._p = 0\n    @property\n"
        "    def p(self): return self._p\n"
        "    @p.setter\n    def p(self, v): self._p = v * 2\na = A()\na.p = 4\nx = a.p",
        8,
    ),
    "cached property": (
        "from functools import cached_property\nclass A:\n    @cached_property\n"
        "    def p(self): return 5\nx = A().p",
        5,
    ),
    "inherited": ("class A:\n    def f(self): return 1\nclass B(A): pass\nx = B().f()", 1),
    "override": (
        "class A:\n    v = 1\n    def f(self): return self.v\nclass B(A):\n    v = 2\nx = B().f()",
        2,
    ),
    "super": (
        "class A:\n    def __init__(self, v): self.v = v\nclass B(A):\n"
        "    def __init__(self): super().__init__(4)\nx = B().v",
        4,
    ),
    "super with arguments": (
        "class A:\n    def __init__(self, v): self.v = v\nclass B(A):\n"
        "    def __init__(self): super(B, self).__init__(4)\nx = B().v",
        4,
    ),
    "base by name": (
        "class A:\n    def __init__(self, v): self.v = v\nclass B(A):\n"
        "    def __init__(self): A.__init__(self, 4)\nx = B().v",
        4,
    ),
    "diamond": (
        "class A:\n    def f(self): return 'A'\nclass B(A): pass\nclass C(A):\n"
        "    def f(self): return 'C'\n"
        "class D(B, C): pass\nx = D().f()",
        "C",
    ),
    "cooperative": (
        "class A:\n    def f(self): return ['A']\nclass B(A):\n"
        "    def f(self): return ['B'] + super().f()\n"
        "class C(A):\n    def f(self): return ['C'] + super().f()\nclass D(B, C):\n"
        "    def f(self): return ['D'] + super().f()\nx = D().f()",
        ["D", "B", "C", "A"],
    ),
    "super in a closure": (
        "class A:\n    def f(self): return 1\nclass B(A):\n    def f(self):\n"
        "        g = lambda: super(B, self).f()\n        return g()\nx = B().f()",
        1,
    ),
    "call": ("class A:\n    def __call__(self, n): return n * 2\nx = A()(4)", 8),
    "getitem": ("class A:\n    def __getitem__(self, i): return i + 1\nx = A()[4]", 5),
    "len": ("class A:\n    def __len__(self): return 4\nx = len(A())", 4),
    "enter": (
        "class A:\n    def __enter__(self): return 3\n    def __exit__(self, *a): pass\n"
        "with A() as x: pass",
        3,
    ),
    "class name": ("class A: pass\nx = A().__class__.__name__", "A"),
    "type of": ("class A:\n    v = 3\nx = type(A()).v", 3),
    "class body": ("class A:\n    a = 2\n    b = a * 3\nx = A.b", 6),
    "body names are not seen in methods": (
        "a = 1\nclass A:\n    a = 2\n    def f(self): return a\nx = A().f()",
        1,
    ),
    "method of another module's function": (
        "def f(self): return n\nn = 4\nclass A:\n    g = f\nx = A().g()",
        4,
    ),
    "assigned from outside": ("class A: pass\nA.v = 3\nx = A().v", 3),
    "augmented attribute": ("class A:\n    v = 1\na = A()\na.v += 1\nx = (a.v, A.v)", (2, 1)),
    "nested class": ("class A:\n    class B:\n        v = 1\nx = A.B.v", 1),
    "list shared by methods": (
        "class A:\n    def __init__(self): self.l = []\n    def f(self): self.l.append(1)\n"
        "a = A(); a.f(); a.f()\nx = a.l",
        [1, 1],
    ),
    "generic base": (
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(Generic[T]):\n"
        "    v = 1\nx = A[int]().v",
        1,
    ),
    "abstract base": (
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n"
        "    def f(self): ...\n"
        "    def g(self): return self.f()\nclass B(A):\n    def f(self): return 2\nx = B().g()",
        2,
    ),
    "unknown attribute": ("class A: pass\nx = A().nothing", "?"),
    "inherits from itself by name": ("class A:\n    v = 1\nclass A(A): pass\nx = A().v", 1),
}


@pytest.mark.parametrize(("code", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_program(evaluate, code, expected):
    assert evaluate(code).plain("x") == expected


def test_order_of_look_up_with_library_bases(evaluate):
    found = evaluate(
        """
        from abc import ABC
        import torch.nn as nn
        class A(ABC, nn.Module): pass
        class B(A, nn.Module): pass
        """
    )["B"]
    assert isinstance(found, Class)
    assert found.library_bases == ("torch.nn.Module",)
    assert not found.has_unknown_base


def test_contradicting_bases_do_not_loop(evaluate):
    found = evaluate("class A: pass\nclass B(A): pass\nclass C(A, B):\n    v = 1\nx = C().v")
    assert found.plain("x") == 1


def test_whether_the_base_was_initialised(evaluate):
    found = evaluate(
        """
        import torch.nn as nn
        class A(nn.Module):
            def __init__(self): nn.Module.__init__(self)
        class B(nn.Module):
            def __init__(self): super().__init__()
        class C(nn.Module):
            def __init__(self): self.v = 1
        a, b, c = A(), B(), C()
        """
    )
    places = []
    for name in "abc":
        instance = found[name]
        assert isinstance(instance, Instance)
        places.append(instance.super_init is not None)
    assert places == [True, True, False]


def test_setting_on_one_of_several_changes_each_perhaps(evaluate):
    found = evaluate(
        """
        class A:
            def __init__(self, v): self.v = v
        a, b = A(1), A(2)
        c = a if u else b
        c.v = 3
        x, y = a.v, b.v
        """
    )
    assert {option.value for option in found["x"].options} == {1, 3}
    assert {option.value for option in found["y"].options} == {2, 3}
