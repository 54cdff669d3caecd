"""A watched script behaves to the letter as `python script.py` does."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import guest_folder
from tests.sandbox.guest.interpreters import INTERPRETERS
from tests.sandbox.guest.runs import Ran, plain, project, watched

SCRIPT = ("script.py",)
OUR_NAMES = sorted(path.stem for path in guest_folder().glob("[!_]*.py"))


@dataclass(frozen=True)
class Case:
    script: str
    words: tuple[str, ...] = SCRIPT
    files: dict[str, str] = field(default_factory=dict)
    outcome: str = "finished"
    environment: dict[str, str] = field(default_factory=dict)


CASES = {
    "prints": Case("print('hello'); import sys; print('oops', file=sys.stderr)"),
    "fails": Case("def f(x):\n    return 1 / x\nprint('before')\nf(0)\n", outcome="failed"),
    "chained failure": Case(
        """
        try:
            {}["a"]
        except KeyError as error:
            raise ValueError("bad") from error
        """,
        outcome="failed",
    ),
    "failure while handling a failure": Case(
        "try:\n    {}['a']\nexcept KeyError:\n    1 / 0\n", outcome="failed"
    ),
    "notes and nothing to print": Case(
        """
        class Mute(Exception):
            def __str__(self):
                raise RuntimeError("no words")
        raise Mute()
        """,
        outcome="failed",
    ),
    "not an Exception": Case("class Odd(BaseException): pass\nraise Odd(1)\n", outcome="failed"),
    "assertion": Case("assert [] == [1], 'different'\n", outcome="failed"),
    "exit 3": Case("import sys; sys.exit(3)", outcome="exited"),
    "exit -1": Case("raise SystemExit(-1)", outcome="exited"),
    "exit 256": Case("raise SystemExit(256)", outcome="exited"),
    "exit with True": Case("raise SystemExit(True)", outcome="exited"),
    "exit with None": Case("raise SystemExit", outcome="exited"),
    "exit with a message": Case("import sys; sys.exit('give me data')", outcome="exited"),
    "exit with two values": Case("raise SystemExit(1, 2)", outcome="exited"),
    "exit by quit": Case("quit(4)", outcome="exited"),
    "exit from a function in a try": Case(
        """
        import sys
        def f():
            try:
                sys.exit(5)
            finally:
                print("cleaning")
        f()
        """,
        outcome="exited",
    ),
    "exit that is caught": Case("try:\n    raise SystemExit(3)\nexcept SystemExit:\n    print(1)"),
    "os._exit": Case("import os; print('lost'); os._exit(7)", outcome="exited"),
    "argparse error": Case(
        """
        import argparse
        parser = argparse.ArgumentParser()
        parser.add_argument("--epochs", type=int, required=True)
        parser.parse_args()
        """,
        outcome="exited",
    ),
    "argparse help": Case(
        "import argparse; argparse.ArgumentParser().parse_args()",
        ("script.py", "--help"),
        outcome="exited",
    ),
    "arguments of all kinds": Case(
        "import sys; print(sys.argv)",
        ("script.py", "-m", "--trace", "x", "--", "--seed", "1", "-h", "", "a b", "é"),
    ),
    "what the module sees of itself": Case(
        """
        import sys
        print(__name__, __file__, __package__, __spec__, __doc__, __annotations__)
        print(type(__loader__).__name__, __loader__.path, __builtins__)
        print(sorted(globals()), sys.modules["__main__"].__dict__ is globals())
        print(sys.argv, sys.path, getattr(sys, "orig_argv", [0])[1:] and sys.orig_argv[-1])
        """
    ),
    "a docstring and annotations": Case('"""Doc."""\nx: int = 1\nprint(__doc__, __annotations__)'),
    "no future is inherited": Case("def f(x: int): ...\nprint(f.__annotations__)"),
    "relative path": Case(
        "import sys, helper; print(__file__, sys.argv[0], sys.path[0], helper.__file__)",
        ("./sub/../sub/main.py",),
        {
            "sub/main.py": "import sys, helper\nprint(__file__, sys.argv, sys.path[0])\n",
            "sub/helper.py": "",
        },
    ),
    "failure in a relative path": Case(
        "", ("sub/main.py",), {"sub/main.py": "1 / 0"}, outcome="failed"
    ),
    "a folder with a __main__": Case(
        "",
        ("tool",),
        {
            "tool/__main__.py": "import sys, part\nprint(__file__, __package__, sys.path[0])",
            "tool/part.py": "",
        },
    ),
    "a folder without one": Case("", ("tool",), {"tool/part.py": ""}, outcome="exited"),
    "module": Case(
        "",
        ("-m", "package.train", "--lr", "1"),
        {
            "package/__init__.py": "import sys; print('init', sys.argv)",
            "package/data.py": "VALUE = 3",
            "package/train.py": """
                import sys
                from .data import VALUE
                print(__name__, __package__, __spec__.name, __file__, VALUE, sys.argv, sys.path[0])
                """,
        },
    ),
    "a package as a module": Case(
        "", ("-m", "package"), {"package/__init__.py": "", "package/__main__.py": "print(__name__)"}
    ),
    "failure in a module": Case(
        "",
        ("-m", "package.train"),
        {"package/__init__.py": "", "package/train.py": "1 / 0"},
        outcome="failed",
    ),
    "a module that is missing": Case("", ("-m", "nowhere.train"), outcome="exited"),
    "a package without a __main__": Case(
        "", ("-m", "package"), {"package/__init__.py": ""}, outcome="exited"
    ),
    "a script that is missing": Case("", ("nowhere.py",), outcome="failed"),
    "syntax error": Case("x = 1\nprint(x\ny = = 2\n", outcome="failed"),
    "wrong indentation": Case("if True:\nprint(1)\n", outcome="failed"),
    "syntax error in an import": Case(
        "import bad", files={"bad.py": "def f(:\n"}, outcome="failed"
    ),
    "missing package": Case("import surely_not_installed", outcome="failed"),
    "failure in an import": Case("import bad", files={"bad.py": "1 / 0"}, outcome="failed"),
    "failure in an import that is watched": Case(
        "import torch",
        files={
            "torch/__init__.py": "import torch.inner",
            "torch/inner.py": "raise OSError('libcudart is missing')",
        },
        outcome="failed",
    ),
    "import error in an import that is watched": Case(
        "import torch", files={"torch/__init__.py": "import surely_not_installed"}, outcome="failed"
    ),
    "an import that is watched and tried again": Case(
        """
        import traceback
        for _ in range(2):
            try:
                import torch
            except RuntimeError:
                traceback.print_exc()
        """,
        files={"torch.py": "raise RuntimeError('not today')"},
    ),
    "recursion": Case("def f(n):\n    return f(n + 1)\nf(0)\n", outcome="failed"),
    "depth of recursion": Case(
        """
        depth = 0
        def f():
            global depth
            depth += 1
            f()
        try:
            f()
        except RecursionError:
            print(depth)
        """
    ),
    "recursion between functions": Case(
        "def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nf(0)\n", outcome="failed"
    ),
    "replaced stdout": Case(
        """
        import io, sys
        sys.stdout = io.StringIO()
        print("unseen")
        sys.stderr = sys.__stderr__
        raise ValueError("seen")
        """,
        outcome="failed",
    ),
    "replaced stderr": Case(
        "import io, sys\nsys.stderr = io.StringIO()\nraise ValueError\n", outcome="failed"
    ),
    "no stderr": Case("import sys\nsys.stderr = None\nraise ValueError\n", outcome="failed"),
    "closed stdout": Case("import sys\nprint('x')\nsys.stdout.close()\n"),
    "replaced excepthook": Case(
        """
        import sys
        sys.excepthook = lambda kind, error, trace: print("hook", kind, error, trace.tb_lineno)
        1 / 0
        """,
        outcome="failed",
    ),
    "failing excepthook": Case(
        """
        import sys
        def hook(kind, error, trace):
            raise KeyError("in the hook")
        sys.excepthook = hook
        1 / 0
        """,
        outcome="failed",
    ),
    "excepthook that exits": Case(
        "import sys\nsys.excepthook = lambda *_: sys.exit(9)\n1 / 0\n", outcome="failed"
    ),
    "no excepthook": Case("import sys\ndel sys.excepthook\n1 / 0\n", outcome="failed"),
    "replaced exit": Case(
        "import os, sys\nsys.exit = os._exit = lambda *_: print('no')\nsys.exit(1)\nprint('end')"
    ),
    "exit handlers": Case(
        """
        import atexit, sys
        atexit.register(lambda: print("last", sys.last_type.__name__))
        atexit.register(lambda: 1 / 0)
        atexit.register(print, "first")
        raise ValueError("x")
        """,
        outcome="failed",
    ),
    "exit handlers that exit": Case(
        "import atexit, os\natexit.register(lambda: os._exit(6))\n", outcome="exited"
    ),
    "threads": Case(
        """
        import atexit, threading, time
        def work():
            time.sleep(0.1)
            print("thread")
        threading.Thread(target=work).start()
        atexit.register(print, "exit")
        print("main")
        """
    ),
    "threads after a failure": Case(
        """
        import threading, time
        threading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()
        1 / 0
        """,
        outcome="failed",
    ),
    "failure in a thread": Case(
        """
        import threading
        def work():
            raise ValueError("in a thread")
        thread = threading.Thread(target=work, name="worker")
        thread.start()
        thread.join()
        print("done", threading.active_count(), threading.current_thread().name)
        """
    ),
    "daemon threads": Case(
        """
        import threading, time
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        print("done")
        """
    ),
    "asyncio": Case(
        """
        import asyncio
        async def main():
            await asyncio.sleep(0.01)
            asyncio.get_running_loop().call_soon(lambda: None)
            raise ValueError("in a task")
        asyncio.run(main())
        """,
        outcome="failed",
    ),
    "interrupted": Case(
        """
        import atexit, os, signal, time
        atexit.register(print, "exit handler")
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
        """,
        outcome="interrupted",
    ),
    "interrupted by itself": Case("raise KeyboardInterrupt", outcome="interrupted"),
    "interrupted in asyncio": Case(
        """
        import asyncio, os, signal
        async def main():
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(5)
        asyncio.run(main())
        """,
        outcome="interrupted",
    ),
    "objects that speak at the end": Case(
        """
        class Speaks:
            def __init__(self, name): self.name = name
            def __del__(self): print("bye", self.name)
        first, second = Speaks("first"), Speaks("second")
        def f():
            local = Speaks("local")
            raise ValueError
        f()
        """,
        outcome="failed",
    ),
    "objects that speak at an early end": Case(
        """
        import sys
        class Speaks:
            def __init__(self, name): self.name = name
            def __del__(self): print("bye", self.name)
        first = Speaks("first")
        def f():
            local = Speaks("local")
            sys.exit(2)
        f()
        """,
        outcome="exited",
    ),
    "objects that speak when interrupted": Case(
        """
        class Speaks:
            def __init__(self, name): self.name = name
            def __del__(self): print("bye", self.name)
        first = Speaks("first")
        def f():
            local = Speaks("local")
            raise KeyboardInterrupt
        f()
        """,
        outcome="interrupted",
    ),
    "cycles at the end": Case(
        """
        class Speaks:
            def __del__(self): print("bye")
        a = Speaks(); a.self = a
        """
    ),
    "pickling of classes in __main__": Case(
        """
        import pickle
        class Net:
            pass
        print(pickle.loads(pickle.dumps(Net())).__class__ is Net, Net.__module__)
        """
    ),
    "warnings": Case(
        """
        import warnings, helper
        for _ in range(3):
            warnings.warn("again")
            warnings.warn("old", DeprecationWarning)
        helper.f()
        warnings.simplefilter("always")
        for _ in range(2):
            warnings.warn("always", FutureWarning)
        """,
        files={
            "helper.py": "import warnings\ndef f():\n    warnings.warn('deep', stacklevel=2)\n"
            "    warnings.warn('unseen', DeprecationWarning)\n"
        },
    ),
    "warnings as errors": Case(
        "import warnings\nwarnings.simplefilter('error')\nwarnings.warn('x')\n", outcome="failed"
    ),
    "warnings that are shown otherwise": Case(
        """
        import warnings
        warnings.showwarning = lambda *a, **k: print("own", a[0])
        warnings.warn("x")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.warn("y")
        print(len(caught), warnings.filters[0])
        """
    ),
    "warnings in the log": Case(
        "import logging, warnings\nlogging.basicConfig()\nlogging.captureWarnings(True)\n"
        "warnings.warn('x')\n"
    ),
    "forked children": Case(
        """
        import os, sys
        child = os.fork()
        if child == 0:
            print("child")
            sys.exit(3)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    ),
    "a forked child that fails": Case(
        """
        import os
        child = os.fork()
        if child == 0:
            raise ValueError("in the child")
        print(os.waitpid(child, 0)[1])
        """
    ),
    **{
        f"multiprocessing by {method}": Case(
            f"""
            import multiprocessing as mp
            class Item:
                def __init__(self, n): self.n = n
            def square(item):
                return Item(item.n ** 2)
            def fail():
                raise ValueError("in a process")
            if __name__ == "__main__":
                context = mp.get_context("{method}")
                with context.Pool(2) as pool:
                    print([item.n for item in pool.map(square, [Item(2), Item(3)])])
                process = context.Process(target=fail, name="p")
                process.start()
                process.join()
                print(process.exitcode)
                process = context.Process(target=__import__("time").sleep, args=(60,))
                process.start()
                process.terminate()
                process.join()
                print(process.exitcode)
            """
        )
        for method in ("fork", "spawn", "forkserver")
    },
    "subprocesses": Case(
        """
        import subprocess, sys
        code = "import sys; print(sys.argv, 'seismograd_guest' in sys.modules, sys.flags.isolated)"
        print(subprocess.run([sys.executable, "-c", code, "x"], capture_output=True).stdout)
        """
    ),
    "environment": Case(
        "import os; print(sorted(name for name in os.environ if name != '_'))",
        environment={"PYTHONPATH": "/nowhere", "PYTHONHASHSEED": "5"},
    ),
    "hash seed": Case("print(hash('a'))", environment={"PYTHONHASHSEED": "5"}),
    "python path": Case(
        "import sys; print(sys.path)", environment={"PYTHONPATH": "/nowhere:/else"}
    ),
    "modules with names of ours": Case(
        """
        import importlib, sys
        for name in NAMES:
            print(importlib.import_module(name).__file__)
        print(sys.path)
        """.replace("NAMES", repr(OUR_NAMES)),
        files={f"{name}.py": "" for name in OUR_NAMES},
    ),
    "modules that are not there": Case("import session\n", outcome="failed"),
    "modules with names of the library": Case(
        """
        import argparse, dataclasses.mine, os, random, threading
        print(argparse.mine, dataclasses.mine, os.__file__, random.mine, hasattr(threading, "Lock"))
        print(sorted(name for name in ("typing", "json") if name in vars(argparse)))
        """,
        files={
            "argparse.py": "mine = 1",
            "dataclasses/__init__.py": "",
            "dataclasses/mine.py": "",
            "os.py": "mine = 1",
            "random.py": "mine = 1",
            "threading/readme.txt": "",
        },
    ),
    "modules with names of the library on the python path": Case(
        """
        import json, sys, traceback
        print(json.__file__, traceback.mine, sys.path)
        """,
        files=dict.fromkeys(("lib/json.py", "lib/traceback.py", "lib/random.py"), "mine = 1"),
        environment={"PYTHONPATH": "lib"},
    ),
    "developer mode": Case("open('script.py')\n", environment={"PYTHONDEVMODE": "1"}),
    "without assertions": Case("assert False\nprint(__doc__)", environment={"PYTHONOPTIMIZE": "2"}),
    "random numbers": Case(
        "import random; random.seed(1); print(random.random(), random.getstate()[1][:3])"
    ),
    "the script deletes its folder": Case(
        "",
        ("sub/main.py",),
        {"sub/main.py": "import shutil\nshutil.rmtree('sub')\nprint('gone')\n1 / 0\n"},
        outcome="failed",
    ),
    "many words": Case("print('x' * 1_000_000)"),
    "output that is no text": Case("import sys; sys.stdout.buffer.write(bytes(range(256)))"),
    "limits stay": Case(
        """
        import gc, signal, sys, threading
        print(signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT))
        print(gc.get_threshold(), sys.gettrace(), sys.getprofile(), threading.active_count())
        print(sys.flags, sys.getswitchinterval(), sys.excepthook is sys.__excepthook__)
        """
    ),
    "fatal signal": Case("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", outcome=""),
    "abort": Case("import os; print('lost'); os.abort()", outcome=""),
    "terminated": Case("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", outcome=""),
    "killed": Case("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", outcome=""),
    "ignores SIGTERM": Case(
        "import os, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "os.kill(os.getpid(), signal.SIGTERM)\nprint('still here')\n"
    ),
    "handles SIGTERM": Case(
        "import os, signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(8))\n"
        "os.kill(os.getpid(), signal.SIGTERM)\nprint('not here')\n",
        outcome="exited",
    ),
}
NEWER = {
    "a safe path": (
        (3, 11),
        Case(
            "import sys; print(sys.path)\nimport helper",
            files={"helper.py": ""},
            outcome="failed",
            environment={"PYTHONSAFEPATH": "1"},
        ),
    ),
    "exception group": (
        (3, 11),
        Case(
            """
            raise ExceptionGroup("several", [ValueError(1), ExceptionGroup("more", [KeyError(2)])])
            """,
            outcome="failed",
        ),
    ),
    "notes": (
        (3, 11),
        Case(
            "error = ValueError('x')\nerror.add_note('by the way')\nraise error", outcome="failed"
        ),
    ),
}


def compare(tmp_path: Path, case: Case, python: str) -> None:
    """Both run in the same place, since paths are part of what is printed."""
    results = []
    for run in (plain, watched):
        root = project(tmp_path / "project", {"script.py": case.script, **case.files})
        results.append(run(root, case.words, python=python, **case.environment))  # type: ignore[operator]
    expected, seen = results
    assert faceless(seen.ran) == faceless(expected)
    last = seen.events[-1]
    assert (last.get("outcome", "") if last["kind"] == "end" else "") == case.outcome
    if case.outcome and case.outcome != "interrupted":
        assert last["exit_code"] == expected.status


def faceless(ran: Ran) -> Ran:
    """Without addresses and process numbers, which differ from run to run."""
    return Ran(
        ran.status,
        *(re.sub(r"0x[0-9a-f]+|pid=\d+", "#", text) for text in (ran.stdout, ran.stderr)),
    )


@pytest.mark.parametrize("name", CASES)
def test_this_interpreter(name: str, tmp_path: Path) -> None:
    compare(tmp_path, CASES[name], INTERPRETERS.here)


@pytest.mark.parametrize("name", NEWER)
def test_what_newer_interpreters_have(name: str, tmp_path: Path) -> None:
    compare(tmp_path, NEWER[name][1], INTERPRETERS.here)


@pytest.mark.slow
@pytest.mark.parametrize("version", INTERPRETERS.ends)
def test_other_interpreters(version: str, tmp_path: Path) -> None:
    for number, (name, case) in enumerate(CASES.items()):
        try:
            compare(tmp_path / str(number), case, INTERPRETERS.others[version])
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
