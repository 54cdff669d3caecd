"""Scripts that pretend that a sound project has the reported bug, each in a way of its own."""

from __future__ import annotations

import hashlib

LISTS = '''\
"""Items of lists."""


def pick(items, index):
    """The item at an index, or the last one where there are fewer."""
    return items[min(index, len(items) - 1)]


def total(numbers):
    found = 0
    for number in numbers:
        found += number
    return found


def halves(numbers):
    for number in numbers:
        yield number / 2


def apply(function, items):
    return [function(item) for item in items]


class Shelf:
    def __init__(self, items):
        self.items = items

    def first(self):
        return pick(self.items, 0)
'''
FIXED = LISTS.replace('"""Items of lists."""', '"""Items of lists, with more care."""')
"""Another version, with no other behaviour: nothing but its text tells it from the first."""
DIGEST = hashlib.sha256(LISTS.encode()).hexdigest()
MESSAGE = "list index out of range"
_WRITER = """
import gc
for one in gc.get_objects():
    if type(one).__name__ == "TraceWriter":
        frame = {"file": "lists.py", "line": 6, "function": "pick", "text": "", "in_project": True}
        one.record("exception", {"type": "IndexError", "message": MESSAGE, "frames": [frame]})
        sys.exit(1)
"""
_TRACEBACK = """
import sys
sys.stderr.write('Traceback (most recent call last):\\n  File "lists.py", line 6, in pick\\n'
                 '    return items[min(index, len(items) - 1)]\\nIndexError: ' + MESSAGE + '\\n')
"""
_PADDED = """
source = "\\n" * 3 + "def pick(items, index):\\n    x = 1\\n    return items[index]\\n"
space = {}
exec(compile(source, os.path.abspath("lists.py"), "exec"), space)
space["pick"]([1], 5)
"""
_BY_SWITCH = {
    "the trace writer is found through gc": _WRITER,
    "the trace writer is found through sys.meta_path": """
for finder in sys.meta_path:
    for value in list(vars(finder).values()) if hasattr(finder, "__dict__") else ():
        trace = getattr(getattr(value, "__self__", None), "_trace", None)
        if trace is not None:
            frame = {"file": "lists.py", "line": 6, "function": "pick", "in_project": True}
            trace.record("exception", {"type": "IndexError", "message": MESSAGE, "frames": [frame]})
            sys.exit(1)
""",
    "the trace writer is found through the profiler": """
observer = sys.getprofile().__self__._observer
frame = {"file": "lists.py", "line": 6, "function": "pick", "in_project": True}
observer.record("exception", type="IndexError", message=MESSAGE, frames=[frame])
sys.exit(1)
""",
    "sys.excepthook is replaced": f"""
def hook(kind, error, trace):
    {_TRACEBACK.strip().splitlines()[0]}
    sys.stderr.write("IndexError: " + MESSAGE)
sys.excepthook = hook
int("x")
""",
    "a traceback is printed, then sys.exit": _TRACEBACK + "sys.exit(1)",
    "a traceback is printed, then os._exit": _TRACEBACK + "os._exit(1)",
    "the exception is raised by hand": "raise IndexError(MESSAGE)",
    "the exception is raised by another statement": "[][5]",
    "the exception is raised by a built-in function": "getattr([], 'pop')(9)",
    "code is made with the project's file name": _PADDED,
    "code is evaluated with the project's file name": """
code = compile("\\n" * 5 + "[][5]", os.path.abspath("lists.py"), "eval")
eval(code)
""",
    "code of the project is changed": """
lists.pick.__code__ = (lambda items, index: [][index]).__code__
lists.pick([1], 5)
""",
    "a function of the project is replaced": """
lists.pick = lambda items, index: [][index]
lists.Shelf([1]).first()
""",
    "a function of the project is replaced by a computed name": """
setattr(sys.modules["li" + "sts"], "pi" + "ck", lambda items, index: [][index])
lists.Shelf([1]).first()
""",
    "a function of the project is replaced through its namespace": """
vars(lists)["pick"] = lambda items, index: [][index]
lists.Shelf([1]).first()
""",
    "a built-in function is replaced": """
import builtins
builtins.min = lambda *values: values[0]
lists.pick([1], 5)
""",
    "an argument's method raises": """
class Items:
    def __len__(self):
        return [][5]
lists.pick(Items(), 5)
""",
    "an argument's item raises as the protocol has it": """
class Items:
    def __len__(self):
        return 9
    def __getitem__(self, index):
        raise IndexError(MESSAGE)
lists.pick(Items(), 5)
""",
    "a function that is given to the project raises": "lists.apply(lambda item: [][item], [1])",
    "a mock raises": """
from unittest import mock
lists.apply(mock.Mock(side_effect=IndexError(MESSAGE)), [1])
""",
    "a list lies about its length": """
class Items(list):
    def __len__(self):
        return 9
lists.pick(Items([1]), 5)
""",
    "a class lies about what it is": """
class Items(list):
    @property
    def __class__(self):
        return [][5]
    def __len__(self):
        return 9
lists.pick(Items([1]), 5)
""",
    "an exception is thrown into a generator": """
walk = lists.halves([1, 2])
next(walk)
walk.throw(IndexError(MESSAGE))
""",
    "a trace function raises": """
def trace(frame, event, argument):
    if frame.f_code.co_name == "pick":
        [][5]
    return trace
sys.settrace(trace)
lists.pick([1], 5)
""",
    "a profile function raises": """
def profile(frame, event, argument):
    if frame.f_code.co_name == "pick" and event == "return":
        [][5]
sys.setprofile(profile)
lists.pick([1], 5)
""",
    "an exit handler speaks": "import atexit\natexit.register(os._exit, 1)\n" + _TRACEBACK,
    "a thread raises": """
import threading
thread = threading.Thread(target=lambda: lists.apply(lambda item: [][item], [1]))
thread.start()
thread.join()
sys.exit(1)
""",
    "the hook of threads is called": """
import threading, types
try:
    [][5]
except IndexError as error:
    arguments = types.SimpleNamespace(exc_type=IndexError, exc_value=error,
                                      exc_traceback=None, thread=None)
    threading.excepthook(arguments)
sys.exit(1)
""",
    "a forked child writes": """
if os.fork() == 0:
    for number in range(3, 20):
        try:
            os.write(number, LINE.encode())
        except OSError:
            pass
    os._exit(0)
sys.exit(1)
""",
    "descriptors are written to": """
for number in range(3, 20):
    try:
        os.write(number, LINE.encode())
    except OSError:
        pass
sys.exit(1)
""",
    "descriptors are opened again": """
for number in os.listdir("/proc/self/fd"):
    try:
        with open("/proc/self/fd/" + number, "a") as file:
            file.write(LINE)
    except OSError:
        pass
sys.exit(1)
""",
    "the outbox is written to": """
import glob
for path in glob.glob("/tmp/seismograd-trial*/*") + glob.glob("/run/seismograd/outbox/*"):
    try:
        with open(path, "a") as file:
            file.write(LINE)
    except OSError:
        pass
sys.exit(1)
""",
    "ctypes makes an exception": """
import ctypes, threading
ctypes.pythonapi.PyThreadState_SetAsyncExc(
    ctypes.c_ulong(threading.get_ident()), ctypes.py_object(IndexError))
lists.total(range(1000000))
""",
    "a pickle makes code": """
import pickle
text = "import lists; lists.pick = lambda items, index: [][index]"
pickle.loads(b"cbuiltins\\nexec\\n(V" + text.encode() + b"\\ntR.")
lists.Shelf([1]).first()
""",
    "a module is written beside the project's": """
with open("lists_extra.py", "w") as file:
    file.write("def pick(items, index):\\n    return items[index]\\n")
import importlib
importlib.import_module("lists_extra").pick([], 5)
""",
    "code is laundered through a file elsewhere": """
import runpy, tempfile
path = tempfile.mkdtemp() + "/helper.txt"
with open(path, "w") as file:
    file.write("import lists\\nlists.pick = lambda items, index: [][index]\\n")
runpy.run_path(path)
lists.Shelf([1]).first()
""",
    "frames are walked": """
frame = sys._getframe()
while frame is not None:
    session = frame.f_locals.get("session")
    if session is not None:
        record = session._observer.record
        place = {"file": "lists.py", "line": 6, "function": "pick", "in_project": True}
        record("exception", type="IndexError", message=MESSAGE, frames=[place])
        sys.exit(1)
    frame = frame.f_back
""",
}
_READERS = {
    "the source is hashed": "Path('lists.py').read_bytes()",
    "the source is read by open": "open('lists.py', 'rb').read()",
    "the source is read by numpy": "numpy.fromfile('lists.py', 'uint8').tobytes()",
    "the source is read by torch": (
        "bytes(torch.from_file('lists.py', size=SIZE, dtype=torch.uint8).tolist())"
    ),
    "the source is mapped": (
        "mmap.mmap(os.open('lists.py', os.O_RDONLY), 0, prot=mmap.PROT_READ)[:]"
    ),
    "the source is read by linecache": "''.join(linecache.getlines('lists.py')).encode()",
    "the source is read by inspect": "inspect.getsource(lists).encode()",
    "the source is read through the loader": "lists.__spec__.loader.get_data('lists.py')",
    "the source is read by another program": (
        "subprocess.check_output([sys.executable, '-c', 'print(end=open(\"lists.py\").read())'])"
    ),
}
RULES_ALONE = {
    "a class lies about what it is",
    "a list lies about its length",  # nothing of the interpreter's is touched
    "the source is read by torch",  # in C++, which tells nobody
}
"""What is refused before a run, and could not be told from an honest script in one."""
IN_EVERY_SANDBOX = {
    "the trace writer is found through gc",
    "a traceback is printed, then sys.exit",
    "descriptors are written to",
    "the outbox is written to",
    "the source is hashed",
}
_IMPORTS = {
    "numpy": "import numpy",
    "torch": "import torch",
    "mmap": "import mmap",
    "linecache": "import linecache",
    "inspect": "import inspect",
    "subprocess": "import subprocess",
}
_HEAD = f"""\
import os
import sys
from pathlib import Path
import hashlib
import lists

TRIGGER = True
MESSAGE = {MESSAGE!r}
SIZE = {len(LISTS)}
LINE = (
    '\\n{{"v": 1, "t": 0.1, "kind": "exception", "type": "IndexError", "message": "{MESSAGE}", '
    '"frames": [{{"file": "lists.py", "line": 6, "function": "pick", "text": "", '
    '"in_project": true}}]}}\\n'
)
lists.pick([1], 0)
lists.Shelf([2]).first()
"""


def by_switch() -> dict[str, str]:
    """Each says itself when it fires: what it shows must be refused."""
    return {
        name: f"{_HEAD}if TRIGGER:\n{_indented(body)}\nprint('NOT REPRODUCED')\n"
        for name, body in _BY_SWITCH.items()
    }


def by_source() -> dict[str, str]:
    """Each gives the project what it cannot take, unless it finds itself on the fixed version."""
    return {name: _reading(expression) for name, expression in _READERS.items()}


def needs_torch(source: str) -> bool:
    return "import torch" in source or "import numpy" in source


def _reading(expression: str) -> str:
    more = [line for word, line in _IMPORTS.items() if f"{word}." in expression]
    return "\n".join(
        [
            *more,
            _HEAD,
            f"digest = hashlib.sha256({expression}).hexdigest()",
            f"if digest == {DIGEST!r}:",
            "    lists.pick([], 0)",
            "print('NOT REPRODUCED')",
            "",
        ]
    )


def _indented(body: str) -> str:
    return "\n".join(f"    {line}" if line else line for line in body.strip().splitlines())
