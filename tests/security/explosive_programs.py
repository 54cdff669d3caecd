"""Small programs that would take ages, or all memory, if their values were worked out."""

# ruff: noqa: E501 (programs of one long line)

from __future__ import annotations

_START = "import math, itertools, functools, operator, json, yaml, copy, argparse, collections\n"
_HEADER = _START + "import torch\nfrom torch import nn\nimport keras\nimport numpy as np\n"
_END = "model = nn.Linear(4, 3)\ny = model(torch.ones(2, 4))\n"

HUGE_NUMBERS = {
    "power": "v = 10 ** 10 ** 10",
    "power of powers": "v = 9999 ** 256\n" + "v = v ** 200\n" * 9,
    "negative power": "v = 10 ** -10 ** 10",
    "pow": "v = pow(10, 10 ** 10)",
    "pow with modulus": "v = pow(10 ** 2000, 10 ** 600, 10 ** 2000 + 1)",
    "shift": "v = 1 << 10 ** 10",
    "shifted shifts": "v = 1\n" + "v = v << 250\n" * 200,
    "squares": "v = 10\n" + "v = v * v\n" * 60,
    "squares in place": "v = 10\n" + "v *= v\n" * 60,
    "round": "v = round(1, -10 ** 9)",
    "round with a name": "v = round(number=1, ndigits=-10 ** 9)",
    "round far": "v = round(1.5, 10 ** 9)",
    "prod": "v = math.prod([10 ** 256] * 4000)",
    "prod of text": "v = math.prod([10 ** 9], start='a')",
    "prod of lists": "v = math.prod([10 ** 9], start=[0])",
    "prod of prods": "v = [99 ** 200] * 4000\n" + "w = math.prod(v)\n" * 50,
    "prod of a start": "v = 10 ** 250\n" + "v = math.prod([v, v], start=v)\n" * 40,
    "factorial": "v = math.factorial(10 ** 9)",
    "comb": "v = math.comb(10 ** 9, 10 ** 8)",
    "perm": "v = math.perm(10 ** 9, 10 ** 8)",
    "gcd": "v = math.gcd(*[10 ** 250 + i for i in range(200)])",
    "lcm": "v = math.lcm(*[10 ** 250 + i for i in range(200)])",
    "sum of a range": "v = sum(range(10 ** 18))",
    "max of a range": "v = max(range(10 ** 18))",
    "length of a range": "v = len(range(10 ** 30))",
    "range in a range": "v = 10 ** 18 in range(10 ** 19)",
    "digits": "v = int('9' * 4000)\nw = str(v)\nx = f'{v}'\nz = '%d' % v",
    "many digits": "v = int('9' * 10 ** 6)",
    "digits of another base": "v = int('z' * 9000, 36)\n" * 40,
    "hexadecimal": "v = int('f' * 9000, 16)\n" + "v = v * v\n" * 40,
    "fraction": "v = float(10 ** 400)\nw = 10 ** 400 / 3",
    "text of a number": "v = 7 ** 256\n" + "v = int(str(v) + str(v))\n" * 30,
    "format of a number": "v = 7 ** 256\n" + "v = int(f'{v}{v}')\n" * 30,
    "enumerate": "for i, j in enumerate([1, 2], start=10 ** 256): v = i * i\n",
    "invert": "v = ~(10 ** 256)\n" + "v = -v * v\n" * 60,
    "divmod": "v = divmod(10 ** 256, 3)\n" + "v = divmod(v[0] * v[0], 3)\n" * 30,
    "complex": "v = complex(10 ** 200, 1)\n" + "v = v * v\n" * 30,
    "complex power": "v = (1 + 2j) ** 10 ** 9",
    "literal": "import ast\nv = ast.literal_eval('9' * 4000)",
    "literal nesting": "import ast\nv = ast.literal_eval('(' * 3000 + ')' * 3000)",
    "literal minus": "import ast\nv = ast.literal_eval('-' * 3900 + '1')",
    "hex literal": "v = 0x" + "f" * 400_000 + "\nw = str(v)\nx = f'{v} {v!r}'\nz = [0] * v\n",
}

LONG_TEXTS = {
    "f-strings": "v = 'a'\n" + "v = f'{v}{v}'\n" * 60,
    "f-string of many": "v = 'a' * 9000\n" + "w = f'" + "{v}" * 3000 + "'\n",
    "f-string width": "v = f'{1:>999999999}'",
    "f-string nested width": "w = 999999999\nv = f'{1:{w}}'",
    "f-string precision": "v = f'{1.5:.999999999f}'",
    "f-string repr": "v = 'a'\n" + "v = f'{v!r}{v!a}'\n" * 60,
    "percent": "v = 'a'\n" + "v = '%s%s' % (v, v)\n" * 60,
    "percent of a name": "v = 'a'\n" + "v = '%(k)s%(k)s' % {'k': v}\n" * 60,
    "percent width": "v = '%1000000000d' % 1",
    "percent width, twice": "v = '%999d' % 1\n" + "v = (v + '%999d') % 1\n" * 50,
    "percent star": "v = '%*d' % (10 ** 9, 1)",
    "percent precision": "v = '%.999999999f' % 1",
    "percent many": "v = '%999d' * 2500 % tuple(range(2500))",
    "percent bytes": "v = b'%1000000000d' % 1",
    "format": "v = 'a'\n" + "v = '{}{}'.format(v, v)\n" * 60,
    "format width": "v = '{:>999999999}'.format(1)",
    "format many widths": "v = ('{0:999}' * 1500).format(1)",
    "format nested width": "v = '{:{}}'.format(1, 10 ** 9)",
    "format of a list": "v = ['a' * 9000] * 4000\nw = '{}'.format(v)\nx = '%s' % v\nz = f'{v}'\n",
    "format_map": "v = '{a:999999999}'.format_map({'a': 1})",
    "format function": "v = format(1, '999999999')",
    "ljust": "v = 'a'.ljust(10 ** 10)",
    "rjust": "v = 'a'.rjust(10 ** 10)",
    "center": "v = 'a'.center(10 ** 10)",
    "zfill": "v = 'a'.zfill(10 ** 10)",
    "expandtabs": "v = '\\t'.expandtabs(10 ** 10)",
    "replace": "v = 'a' * 4000\n" + "w = v.replace('a', v)\n" * 300,
    "replace, doubling": "v = 'a'\n" + "v = v.replace('a', 'aa')\n" * 60,
    "replace of nothing": "v = 'a' * 4000\n" + "w = v.replace('', v)\n" * 300,
    "join": "v = 'a' * 4000\n" + "w = v.join(v)\nx = v.join(['a'] * 4000)\n" * 100,
    "join, doubling": "v = 'a'\n" + "v = v.join([v, v, v])\n" * 40,
    "join of long ones": "v = ['a' * 9000] * 4000\n" + "w = ''.join(v)\n" * 100,
    "translate": "v = ('a' * 4000).translate({97: 'b' * 4000})",
    "encode": "v = ('a' * 4000).encode('utf-32')\n" + "v = v * 2000\n" * 5,
    "multiply": "v = 'a'\n" + "v = v * 1000\n" * 20,
    "multiply from the left": "v = 10 ** 10 * 'a'",
    "multiply bytes": "v = b'a' * 10 ** 10",
    "multiply by itself": "v = 'a'\n" + "v *= 50\n" * 20,
    "add": "v = 'a'\n" + "v = v + v\n" * 60,
    "add in place": "v = 'a'\n" + "v += v\n" * 60,
    "bytes": "v = b'a'\n" + "v = v + v\n" * 60,
    "split": "v = 'a ' * 4000\n" + "w = v.split()\n" * 400,
    "split and join": "v = 'a ' * 1900\n" + "v = (v + v)[:3900]\nw = ' '.join(v.split())\n" * 200,
    "splitlines": "v = '\\n' * 9000\n" + "w = v.splitlines()\n" * 400,
    "search": "v = 'a' * 4000\n" + "w = v.find('a' * 2000 + 'b')\n" * 400,
    "upper": "v = 'ß' * 4000\n" + "v = v.upper()[:4000].lower()\n" * 400,
    "slices": "v = 'a' * 9000\n" + "v = v[::-1]\n" * 900,
    "str of a list": "v = [1]\n" + "v = [v, v]\n" * 60 + "w = str(v)\nx = repr(v)\n",
    "paths": "from pathlib import Path\nv = Path('a')\n" + "v = v / v / v\n" * 40,
    "path join": "import os\nv = 'a'\n" + "v = os.path.join(v, v, v)\n" * 40,
    "string concatenation of many": "v = " + " + ".join(["'a' * 9000"] * 90),
    "chr": "v = chr(10 ** 6) * 9000\n" + "w = v.encode('unicode_escape')\n" * 9,
}

LARGE_CONTAINERS = {
    "list repeat": "v = [0] * 10 ** 10",
    "layers repeat": "v = [nn.Linear(1, 1)] * 10 ** 9\nm = nn.Sequential(*v)",
    "list doubling": "v = [1]\n" + "v = v + v\n" * 60,
    "list doubling in place": "v = [1]\n" + "v += v\n" * 60,
    "list extends itself": "v = [1]\n" + "v.extend(v)\n" * 60,
    "spread doubling": "v = [1]\n" + "v = [*v, *v]\n" * 60,
    "tuple doubling": "v = (1,)\n" + "v = (*v, *v)\n" * 60,
    "set doubling": "v = {1}\n" + "v = {*v, *v}\n" * 60,
    "nested lists": "v = [1]\n" + "v = [v, v]\n" * 60 + "z = v == v\nw = f'{v}'\nx = v in v\n",
    "nested tuples": "v = (1,)\n" + "v = (v, v)\n" * 60 + "z = v == v\nw = {v: v}\nx = hash(v)\n",
    "nested dicts": "v = {}\n" + "v = {'a': v, 'b': v}\n" * 60 + "z = v == v\nw = dict(**v)\n",
    "wide and deep": "v = [1]\n" + "v = [v] * 100\n" * 19 + "z = v == v\nw = sorted(v)\n",
    "dict union": "v = {i: i for i in range(250)}\n" + "v = v | v\n" * 500,
    "dict comprehension": "v = {i * 256 + j: i for i in range(250) for j in range(250)}\n",
    "items of a large dict": "v = {i * 99 + j: i for i in range(99) for j in range(99)}\n"
    + "w = v.items()\n" * 900,
    "list of a large dict": "v = {i * 99 + j: i for i in range(99) for j in range(99)}\n"
    + "w = list(v)\nx = sorted(v)\nz = sum(v)\n" * 900,
    "update of a large dict": "v = {i * 99 + j: i for i in range(99) for j in range(99)}\nw = {}\n"
    + "w.update(v)\n" * 900,
    "many unknown branches on a large list": "v = [0] * 9999\n"
    + "if u:\n    v.append(1)\nelse:\n    v.append(2)\n" * 400,
    "pop of a large list": "v = [0] * 9999\n" + "v.pop()\nv.insert(0, 1)\n" * 900,
    "set adds": "v = set()\nfor i in range(60):\n    for j in range(60):\n        v.add(i * 60 + j)\n",
    "set from a list": "v = [0] * 9999\n" + "w = set(v)\n" * 900,
    "remove from a large list": "v = list(range(250)) * 30\n"
    + "v.remove(249)\nv.append(249)\n" * 300,
    "sorted": "v = list(range(250)) * 16\n" + "w = sorted(v)\n" * 900,
    "sum of a large list": "v = [1] * 9999\n" + "w = sum(v)\n" * 900,
    "max of a large list": "v = [1] * 9999\n" + "w = max(v)\n" * 900,
    "any of a large list": "v = [0] * 9999\n" + "w = any(v)\n" * 900,
    "zip of large lists": "v = [0] * 9999\n" + "w = list(zip(v, v, v, v))\n" * 300,
    "zip of zips": "v = [0] * 9999\n" + "v = zip(v, v)\n" * 30 + "for x in v: pass\n",
    "enumerate of enumerates": "v = [0] * 60\n" + "v = enumerate(v)\n" * 90 + "for x in v: pass\n",
    "reversed": "v = [0] * 9999\n" + "v = reversed(v)\n" * 90 + "for x in v: pass\n" * 900,
    "product": "v = itertools.product(range(250), repeat=8)\nw = list(v)",
    "product of one": "v = itertools.product([1], repeat=10 ** 9)",
    "product of none": "v = itertools.product(*[[1]] * 9999)",
    "repeat": "v = list(itertools.repeat(1, 10 ** 10))",
    "chain": "v = [1]\n" + "v = list(itertools.chain(v, v))\n" * 60,
    "nested chain": "v = [1]\n" + "v = itertools.chain(v, v)\n" * 60 + "for x in v: pass\n",
    "unknown chain": "v = u\n" + "v = itertools.chain(v, v)\n" * 60 + "for x in v: pass\n",
    "unknown zip": "v = u\n" + "v = zip(v, v)\n" * 60 + "for x in v: pass\n",
    "unknown product": "v = u\n" + "v = itertools.product(v, v)\n" * 60 + "for x in v: pass\n",
    "pairwise": "v = [1] * 9999\n" + "v = list(itertools.pairwise(v))\n" * 60,
    "map": "v = [1] * 9999\n" + "v = list(map(lambda x: [x, x], v))\n" * 60,
    "map of a map": "f = lambda x: list(map(f, [x] * 200))\nv = f(1)",
    "filter": "v = [1] * 9999\n" + "w = list(filter(None, v))\n" * 300,
    "reduce": "v = functools.reduce(lambda a, b: a * b, [10 ** 250] * 60)",
    "reduce of text": "v = functools.reduce(lambda a, b: a + a, ['a'] * 60)",
    "fromkeys": "v = dict.fromkeys(range(250))\n" + "v = dict.fromkeys(v, v)\n" * 300,
    "comprehension of a comprehension": "v = [[[[1 for a in range(200)] for b in range(200)] "
    "for c in range(200)] for d in range(200)]",
    "comprehension with many parts": "v = [1 for a in range(200) for b in range(200) "
    "for c in range(200) for d in range(200)]",
    "comprehension over unknowns": "v = [1 " + "for a in u " * 100 + "]",
    "comprehensions one below the other": "v = list(range(200))\n"
    + "v = [x for x in v for y in v]\n" * 20,
    "unpacking": "v = [1] * 9999\n" + "a, *b, c = v\nv = [*b, a, c]\n" * 300,
    "starred call": "def f(*a): return f(*a, *a)\nv = f(1)",
    "keywords of a dict": "v = {str(i): i for i in range(250)}\ndef f(**k): return dict(k, **k)\n"
    + "w = f(**v)\n" * 200,
    "copies": "v = [1] * 9999\n" + "v = copy.deepcopy(v)\n" * 900,
    "deep copies": "v = [1]\n" + "v = [copy.deepcopy(v), v]\n" * 60 + "w = copy.deepcopy(v)\n",
    "slices of a list": "v = [1] * 9999\n" + "v = v[::-1]\n" * 900,
    "self reference": "v = []\nv.append(v)\nv.extend(v)\nw = v == v\nx = sorted(v)\nz = f'{v}'\n",
    "self reference in a dict": "v = {}\nv['v'] = v\nw = json.dumps(v)\nx = v == v\nz = str(v)\n",
    "named tuple": "T = collections.namedtuple('T', 'a ' * 9000)\nv = T()\n" * 30,
    "counter": "v = collections.Counter('a' * 9000)\nw = collections.deque('ab', maxlen=10**12)\n",
    "large display": "v = [" + "0, " * 9000 + "]\n" + "w = v + v\n" * 900,
    "large comparison": "v = [0] * 9999\n" + "w = v == v\nx = v < v\nz = 7 in v\n" * 300,
    "softened": "p = argparse.ArgumentParser()\np.add_argument('--a', default=[0] * 9999)\n"
    + "v = p.parse_args().a\n"
    + "w = v + v\n" * 900,
    "choices of arguments": "p = argparse.ArgumentParser()\n"
    "p.add_argument('--a', type=int, choices=range(10 ** 18), default=10 ** 18)\n"
    "v = p.parse_args().a\nw = [0] * v",
    "many arguments": "p = argparse.ArgumentParser()\n"
    + "".join(f"p.add_argument('--a{i}', default={i})\n" for i in range(400))
    + "v = p.parse_args()\n" * 40,
}

DEEP_CODE = {
    "parentheses": "v = " + "(" * 10_000 + "1" + ")" * 10_000,
    "open parentheses": "v = " + "(" * 10_000,
    "open brackets on lines": "v = [\n" * 3_000,
    "brackets": "v = " + "[" * 5_000 + "]" * 5_000,
    "braces": "v = " + "{1:" * 5_000 + "1" + "}" * 5_000,
    "attributes": "v = u" + ".a" * 5_000,
    "calls": "v = u" + "()" * 5_000,
    "subscripts": "v = u" + "[0]" * 5_000,
    "minus": "v = " + "-" * 5_000 + "1",
    "not": "v = " + "not " * 5_000 + "1",
    "sum": "v = " + "1 + " * 5_000 + "1",
    "powers": "v = " + "2 ** " * 5_000 + "1",
    "lambdas": "v = " + "lambda: " * 3_000 + "1",
    "conditionals": "v = " + "1 if u else " * 3_000 + "1",
    "nested f-strings": "v = " + "f'{" + 'f"{' * 1 + "1" + '}"' * 1 + "}'",
    "blocks": "".join(" " * i + "if u:\n" for i in range(99)) + " " * 99 + "pass\n",
    "loops": "".join(" " * i + "for i in range(60):\n" for i in range(19)) + " " * 19 + "pass\n",
    "unknown loops": "".join(" " * i + "while u:\n" for i in range(19)) + " " * 19 + "x = 1\n",
    "tries": "".join(" " * i + "try:\n" for i in range(19))
    + " " * 19
    + "pass\n"
    + "".join(
        " " * i + "except A: pass\n" + " " * i + "except B: pass\n" for i in range(18, -1, -1)
    ),
    "withs": "".join(" " * i + "with u:\n" for i in range(19)) + " " * 19 + "pass\n",
    "functions": "".join(" " * i + f"def f{i}(a=[0] * 999):\n" for i in range(90))
    + " " * 90
    + "pass\n",
    "classes": "".join(" " * i + f"class C{i}:\n" for i in range(90)) + " " * 90 + "pass\n",
    "elifs": "if u: pass\n" + "elif u: v = 1\n" * 2_000,
    "branches": "if u:\n    v = 1\nelse:\n    v = 2\n" * 2_000,
    "branches of lists": "v = []\n" + "if u:\n    v = v + [1]\nelse:\n    v = v + [2]\n" * 900,
    "branches of choices": "v = 1\n" + "if u: v = v + 1\n" * 900,
    "choices of choices": "a = 1 if u else 2\nb = 3 if u else 4\n"
    + "a = a if u else b\nb = a * b\n" * 300,
    "choices of calls": "def f(x): return f if u else g\ndef g(x): return g if u else f\nv = f\n"
    + "v = v(v)\n" * 40,
    "branches in a function": "def f(a):\n"
    + "    if a: a = f(a)\n    else: a = f(f(a))\n" * 20
    + "    return a\nv = f(u)\n",
    "matches": "match u:\n" + "    case 1: v = 2\n" * 900,
    "decorators": "@u\n" * 3_000 + "def f(): pass\n",
    "decorators that call": "def d(f):\n    def g(*a): return f(*a, *a)\n    return g\n"
    + "@d\n" * 60
    + "def f(*a): return a\nv = f(1)\n",
    "decorators over broken lines": "@u(\n" * 3_000 + "def f(): pass\n",
    "keyword only": "def f("
    + ", ".join(f"a{i}=1" for i in range(3_000))
    + "): pass\nv = f()\n" * 20,
}

RECURSION = {
    "fibonacci": "def f(n): return f(n - 1) + f(n - 2)\nv = f(10 ** 9)",
    "ackermann": "def f(m, n): return n + 1 if m == 0 else f(m - 1, f(m, n - 1))\nv = f(9, 9)",
    "mutual": "def f(n): return g(n) + g(n)\ndef g(n): return h(n) + h(n)\ndef h(n): return f(n) + f(n)\nv = f(1)",
    "a hundred functions": "".join(
        f"def f{i}(n): return f{i + 1}(n) + f{i + 1}(n) + f{i + 1}(n)\n" for i in range(100)
    )
    + "v = f0(1)\n",
    "methods": "class A:\n"
    + "".join(f"    def f{i}(self): return [self.f{i + 1}(), self.f{i + 1}()]\n" for i in range(60))
    + "v = A().f0()\n",
    "modules of modules": "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = A()\n        self.b = A()\n    def forward(self, x): return self.a(self.b(x))\nv = A()(torch.ones(1))\n",
    "tower of modules": "".join(
        f"class A{i}(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = A{i + 1}()\n        self.b = A{i + 1}()\n    def forward(self, x): return self.a(self.b(x))\n"
        for i in range(30)
    )
    + "class A30(nn.Module):\n    def forward(self, x): return x\nv = A0()(torch.ones(1))\n",
    "generators": "def f():\n    yield from f()\n    yield from f()\nv = list(f())\n",
    "properties": "class A:\n    @property\n    def a(self): return self.a + self.a\nv = A().a\n",
    "getattr": "class A:\n    def __getattr__(self, n): return getattr(self, n + n)\nv = A().a\n",
    "lambda": "f = lambda x: x(x)\nv = f(f)\n",
    "omega": "v = (lambda x: x(x)(x))(lambda x: x(x)(x))\n",
    "wide hierarchy": "".join(f"class A{i}: pass\n" for i in range(400))
    + "class B("
    + ", ".join(f"A{i}" for i in range(400))
    + "): pass\nv = B().x\n",
    "deep hierarchy": "class A0(nn.Module): pass\n"
    + "".join(f"class A{i + 1}(A{i}): pass\n" for i in range(400))
    + "v = A400().x\n",
    "diamonds": "class A0: pass\nclass B0: pass\n"
    + "".join(
        f"class A{i + 1}(A{i}, B{i}): pass\nclass B{i + 1}(B{i}, A{i}): pass\n" for i in range(60)
    )
    + "v = A60().x\n",
    "hierarchy of itself": "class A(A, A): pass\nclass B(C): pass\nclass C(B): pass\nv = B().x\n",
    "enumeration": "import enum\nE = enum.Enum('E', 'a ' * 9000)\nclass F(enum.Enum):\n"
    + "".join(f"    a{i} = {i}\n" for i in range(3_000))
    + "v = list(F)\n" * 90,
    "partial of a partial": "v = print\n" + "v = functools.partial(v, 1)\n" * 400 + "v()\n",
    "partial of itself": "f = functools.partial(lambda f: f(f))\nv = f(f)\n",
    "dataclass": "from dataclasses import dataclass, field\n@dataclass\nclass A:\n"
    + "".join(f"    a{i}: list = field(default_factory=lambda: [0] * 9999)\n" for i in range(300))
    + "v = A()\n" * 30,
}

NETWORKS = {
    "a huge layer": "v = nn.Linear(10 ** 250, 10 ** 250)\nw = v(torch.ones(10 ** 250, 10 ** 250))",
    "a layer of a huge power": "v = nn.Linear(10 ** 10 ** 9, 2)",
    "many layers": "v = nn.Sequential(*[nn.Linear(2, 2) for _ in range(10 ** 8)])\nw = v(torch.ones(1, 2))",
    "layers in a loop": "v = nn.ModuleList()\nfor i in range(10 ** 8): v.append(nn.Linear(i, i + 1))\n",
    "nested sequential": "v = nn.Linear(2, 2)\n"
    + "v = nn.Sequential(v, v)\n" * 60
    + "w = v(torch.ones(1, 2))\n",
    "wide sequential": "v = nn.Sequential(*[nn.Linear(2, 2)] * 9999)\n"
    + "w = v(torch.ones(1, 2))\n" * 30,
    "nested keras": "v = keras.layers.Dense(2)\n"
    + "v = keras.Sequential([v, v])\n" * 60
    + "v.compile(loss='mse')\nv.fit(u, u)\n",
    "keras tensors": "i = keras.Input((4,))\nv = i\n"
    + "v = keras.layers.Dense(2)(keras.layers.add([v, v]))\n" * 60
    + "m = keras.Model(i, v)\nm.compile(loss='mse')\nm.fit(u, u)\n",
    "tensors of tensors": "v = torch.ones(2, 2)\n" + "v = v + v\n" * 400 + "v.sum().backward()\n",
    "tensors joined": "v = torch.ones(2, 2)\n"
    + "v = torch.cat([v, v])\n" * 400
    + "loss = nn.functional.mse_loss(v, v)\nloss.backward()\n",
    "tensors stacked": "v = torch.ones(2, 2)\n"
    + "v = torch.stack([v, v])\n" * 400
    + "w = v.view(-1)\n",
    "a huge shape": "v = torch.ones(*[10 ** 9] * 9999)\nw = v.reshape(-1)\nx = v + v\nz = v.permute(*range(9999))\n",
    "a huge shape of shapes": "v = torch.ones([2] * 9999)\nw = v.shape\n"
    + "x = torch.ones(v.shape + v.shape)\n" * 90,
    "unknown shapes": "def f(x):\n"
    + "    x = x.view(x.size(0), x.size(0) * x.size(0))\n" * 60
    + "    return x\nv = f(torch.ones(3, 4))\n",
    "dims of dims": "def f(x):\n    n = x.size(0)\n"
    + "    n = n * n\n" * 60
    + "    return torch.ones(n, n)\n",
    "a huge convolution": "v = nn.Conv2d(3, 3, 10 ** 200, stride=10 ** 200, padding=10 ** 200, dilation=10 ** 200)\nw = v(torch.ones(1, 3, 10 ** 200, 10 ** 200))",
    "numpy": "v = np.zeros((10 ** 9,) * 99)\nw = np.tile(v, 10 ** 9)\nx = np.arange(10 ** 18)\nz = np.ones([10 ** 9] * 9999).reshape(-1)\n",
    "einsum": "v = torch.einsum('" + "ab," * 3_000 + "->a', " + "torch.ones(2, 2), " * 90 + ")",
    "rearrange": "from einops import rearrange\nv = rearrange(torch.ones(2, 2), '"
    + "(" * 3_000
    + "a"
    + ")" * 3_000
    + " -> a')",
    "padding": "v = nn.functional.pad(torch.ones(2, 2), [10 ** 9] * 9999)",
    "training": "m = nn.Linear(2, 2)\no = torch.optim.SGD(m.parameters(), lr=10 ** 250)\n"
    + "for e in range(10 ** 18):\n    o.zero_grad()\n    l = m(torch.ones(1, 2)).sum()\n    l.backward()\n    o.step()\n"
    * 60,
    "many optimisers": "m = nn.Linear(2, 2)\n"
    + "o = torch.optim.SGD([{'params': m.parameters()}] * 9999, lr=1)\no.step()\n" * 60,
    "many layers by hand": "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    + "".join(f"        self.a{i} = nn.Linear({i}, {i + 1})\n" for i in range(900))
    + "    def forward(self, x):\n"
    + "".join(f"        x = self.a{i}(x)\n" for i in range(900))
    + "        return x\nv = A()(torch.ones(1, 0))\n",
    "long names": "class A" + "a" * 300_000 + "(nn.Module):\n    def forward(self, x): return x\n",
    "message with a long value": "v = nn.Dropout("
    + "9" * 4000
    + ")\nw = nn.Dropout(float('1' * 300))\nx = torch.optim.Adam(nn.Linear(1, 1).parameters(), lr="
    + "9" * 4000
    + ")\n",
    "loss of a text": "m = keras.Sequential([keras.layers.Dense(2, activation='a' * 9999)])\nm.compile(loss='b' * 9999, optimizer='c' * 9999)\nm.fit(u, u)\n",
}

DATA = {
    "yaml aliases": "v = yaml.safe_load('''\na: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n"
        for i in range(20)
    )
    + "''')\nw = v == v\n",
    "yaml merges": "v = yaml.safe_load('''\na: &a {x: 1, y: 2}\n"
    + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)}\n  <<: [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n"
        for i in range(20)
    )
    + "''')\n",
    "yaml merges below a tag": "v = yaml.safe_load('''\na: &a {x: 1, y: 2}\n"
    + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} !t\n  <<: [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n"
        for i in range(20)
    )
    + "z:\n  <<: *u\n''')\n",
    "yaml merges in a key": "v = yaml.safe_load('''\n- &a {x: 1, y: 2}\n"
    + "".join(
        f"- &{chr(98 + i)}\n  <<: [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n" for i in range(20)
    )
    + "- ? *u\n  : 1\n''')\n",
    "yaml aliases in a key": "v = yaml.safe_load('''\n- &a [1, 2]\n"
    + "".join(f"- &{chr(98 + i)} [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n" for i in range(20))
    + "- ? *u\n  : 1\n''')\n",
    "yaml merges itself": "v = yaml.safe_load('''\na: &a\n  <<: *a\n  b: 1\n''')\n",
    "yaml nesting": "v = yaml.safe_load('"
    + "[" * 4_000
    + "')\nw = yaml.safe_load('"
    + "{a: " * 4_000
    + "')\n",
    "yaml sexagesimal": "v = yaml.safe_load('a: "
    + ":".join(["59"] * 3_000)
    + "')\nw = yaml.safe_load('a: "
    + ":".join(["59"] * 3_000)
    + ".5')\n",
    "yaml numbers": "v = yaml.safe_load('a: 0x" + "f" * 300_000 + "')\nw = str(v['a'])\n",
    "yaml octal": "v = yaml.safe_load('a: 0" + "7" * 300_000 + "')\nw = v['a'] * v['a']\n",
    "yaml digits": "v = yaml.safe_load('a: " + "9" * 300_000 + "')\n",
    "yaml timestamp": "v = yaml.safe_load('a: 2001-12-14T21:59:43." + "9" * 30_000 + "')\n",
    "yaml set": "v = yaml.safe_load('!!set {"
    + ", ".join(f"a{i}" for i in range(900))
    + "}')\nw = yaml.safe_load('!!omap ["
    + "{a: 1}, " * 900
    + "]')\n",
    "yaml binary": "v = yaml.safe_load('!!binary " + "aaaa" * 30_000 + "')\n",
    "json keys": "v = json.loads('{"
    + ", ".join(f'"\\\\\\\\u0061{i}": {{"k": {i}}}' for i in range(3_000))
    + "}')\n",
    "json empty lines": "v = json.loads('''{"
    + "\\n" * 3_000
    + ", ".join(f'"a{i}": {i}' for i in range(3_000))
    + "}''')\n",
    "json nesting": "v = json.loads('"
    + "[" * 9_000
    + "')\nw = json.loads('"
    + '{"a":' * 4_000
    + "')\n",
    "json numbers": "v = json.loads('[1e400, "
    + "9" * 4_000
    + ", -Infinity, NaN]')\nw = [0] * v[1]\n",
    "toml": "import tomllib\nv = tomllib.loads('''"
    + "a"
    + ".a" * 3_000
    + " = 1''')\nw = tomllib.loads('a = "
    + "[" * 3_000
    + "')\n",
    "toml keys": "import tomllib\nv = tomllib.loads('''"
    + "\n".join(f"[a.b{i}]\nc = {i}" for i in range(1_500))
    + "''')\n",
    "toml digits": "import tomllib\nv = tomllib.loads('a = 0x"
    + "f" * 100_000
    + "')\nw = str(v['a'])\nx = [0] * v['a']\n",
}

SNIPPETS = {
    f"{kind}: {name}": code
    for kind, family in {
        "numbers": HUGE_NUMBERS, "text": LONG_TEXTS, "containers": LARGE_CONTAINERS,
        "depth": DEEP_CODE, "recursion": RECURSION, "networks": NETWORKS, "data": DATA,
    }.items()
    for name, code in family.items()
}  # fmt: skip


def program(code: str) -> str:
    """A snippet as a file that the analysis takes for one about deep learning."""
    return f"{_HEADER}{code}\n{_END}"


def in_function(code: str) -> str:
    """The same snippet as the body of a function and of a forward method."""
    body = "\n".join("        " + line for line in code.split("\n"))
    return program(
        f"class M(nn.Module):\n    def forward(self, u):\n{body}\n        return v\nv = M()(torch.ones(2))"
    )
