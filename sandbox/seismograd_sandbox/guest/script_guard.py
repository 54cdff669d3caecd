"""Keep a script from looking at the run that it is in, and from speaking for the project.

The interpreter tells a hook that nothing can remove of what is done: files that are opened, code
that is made, processes that are started. What the script itself may not do ends the run at once;
the project and packages are left alone. What the interpreter does not tell of is refused by the
rules for scripts, before any run.
"""

from __future__ import annotations

import builtins
import os
import sys
import threading
from types import CodeType, FrameType
from typing import Any, NoReturn

from .guarded_files import refused_file
from .harmless_code import is_harmless
from .options import Options
from .replaced_functions import replaced_function
from .trusted_code import SCRIPT, TrustedCode

REFUSED = 86
"""The status of a run that was ended here."""
MARK = "seismograd-guest: refused: "
_BY_ANY_WAY = {
    "gc.get_objects": "goes through the objects of the interpreter",
    "gc.get_referrers": "goes through the objects of the interpreter",
    "gc.get_referents": "goes through the objects of the interpreter",
    "sys._current_frames": "looks at the frames of the interpreter",
    "sys._current_exceptions": "looks at the frames of the interpreter",
    "sys.settrace": "traces other code",
    "sys.setprofile": "traces other code",
    "sys.monitoring.register_callback": "traces other code",
    "sys.addaudithook": "listens to the interpreter",
    "sys.unraisablehook": "replaces a hook of the interpreter",
    "os.fork": "forks",
    "os.forkpty": "forks",
    "os.exec": "starts another program",
    "os.posix_spawn": "starts another program",
    "os.spawn": "starts another program",
    "os.system": "starts another program",
    "os.kill": "sends a signal",
    "os.killpg": "sends a signal",
    "signal.pthread_kill": "sends a signal",
    "mmap.__new__": "maps a file",
    "socket.connect": "opens a connection",
}
"""Also where the standard library does it for the script."""
_DIRECTLY = {
    "sys._getframe": "looks at the frames of the interpreter",
    "object.__getattr__": "looks into code or frames",
    "object.__setattr__": "changes code or classes",
    "object.__delattr__": "changes code or classes",
    "code.__new__": "makes code",
    "function.__new__": "makes code",
}
"""The standard library does so for reasons of its own, say to make a named tuple."""
_CODE_MAKERS = ("collections", "dataclasses", "importlib", "enum", "functools")
_FILE_RUNNERS = ("runpy",)
"""What they run is a file of the project or of a package."""
_MAKES_CODE = ("compile", "exec")
_UNPICKLED = ("builtins", "gc", "ctypes", "inspect", "importlib", "operator", "code", "types")
_PLAIN = {
    "complex", "set", "frozenset", "slice", "range", "list", "dict", "tuple", "bytearray",
    "object", "int", "float", "bool", "str", "bytes", "Ellipsis", "NotImplemented",
}  # fmt: skip
_SYSTEM = ("os", "posix", "nt", "sys", "subprocess", "shutil", "runpy", "pickle", "_pickle")


class ScriptGuard:
    def __init__(self, options: Options) -> None:
        self._code = TrustedCode(options.root, options.entry)
        self._own_code: frozenset[str] = frozenset()
        self._busy: set[int] = set()
        self._leave = os._exit

    def install(self, script: CodeType) -> None:
        """From here on and for good."""
        self._own_code = frozenset(_texts(script))
        hear, busy, this_thread = self._hear, self._busy, threading.get_ident

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            if event == "object.__getattr__" and arguments[1] == "f_code":
                return  # whoever has a frame was heard of before, and profilers do it all the time
            if event not in _HEARD and not event.startswith("ctypes."):
                return
            thread = this_thread()
            if thread in busy:
                return
            busy.add(thread)
            try:
                hear(event, arguments, sys._getframe(1))
            finally:
                busy.discard(thread)

        sys.addaudithook(hook)

    def _hear(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        why = self._why(event, arguments, frame)
        if why:
            self._end(why, frame)

    def _why(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> str | None:
        """What is wrong with it; None where nothing is."""
        if event == "pickle.find_class":
            return _unpickling(*arguments)
        if event in _DIRECTLY:
            is_own = self._code.kind(frame.f_code.co_filename) == SCRIPT
            return _DIRECTLY[event] if is_own else None
        if event == "open":
            return refused_file(self._code, arguments[0], frame, *arguments[1:3])
        if self._code.acts(frame) != SCRIPT:
            return None
        return self._why_by_script(event, arguments, frame)

    def _why_by_script(
        self, event: str, arguments: tuple[Any, ...], frame: FrameType
    ) -> str | None:
        if event in _MAKES_CODE:
            maker = self._code.standard_module(frame.f_code.co_filename)
            is_file = maker in _FILE_RUNNERS and self._is_trusted_file(event, arguments)
            return None if is_file or maker in _CODE_MAKERS else "makes code"
        if event == "subprocess.Popen":
            return None if self._is_own_command(arguments[1]) else "starts another program"
        if event in _FILE_CHANGES:
            paths = [one for one in arguments[:2] if isinstance(one, (str, bytes))]
            ours = [one for one in paths if refused_file(self._code, one, frame, "w")]
            return f"changes {os.fsdecode(ours[0])}" if ours else None
        if event == "import":
            return f"imports {arguments[0]}" if arguments[0] in _NOT_IMPORTED else None
        return _BY_ANY_WAY.get(event, "reaches below the interpreter")

    def _is_trusted_file(self, event: str, arguments: tuple[Any, ...]) -> bool:
        filename = arguments[1] if event == "compile" else arguments[0].co_filename
        return self._code.kind(os.fsdecode(filename)) != SCRIPT

    def _is_own_command(self, command: Any) -> bool:
        """Python with a file or module of the project, or with code that stands in the script."""
        if not isinstance(command, (list, tuple)) or len(command) < 2:
            return False
        program, first, *rest = map(os.fsdecode, command)
        if os.path.realpath(program) != os.path.realpath(sys.executable):
            return False
        if first == "-c":
            return bool(rest) and rest[0] in self._own_code and is_harmless(rest[0])
        return first == "-m" or self._code.is_of_project(first)

    def is_of_script(self, filename: str) -> bool:
        """Whether code of that file came with the script; the script's own file is known."""
        path = os.path.realpath(filename)
        return self._code.kind(filename) == SCRIPT and not self._code.is_script(path)

    def refuse(self, why: str) -> NoReturn:
        """End the run; the host reads the reason from standard error."""
        self._busy.add(threading.get_ident())
        self._end(why, sys._getframe(1))

    def end_if_replaced(self) -> None:
        """What the script put in the place of other code spoke for that code."""
        found = replaced_function(self._code)
        if found:
            self.refuse(f"puts a function of its own in the place of {found}")

    def _end(self, why: str, frame: FrameType) -> NoReturn:
        text = f"{MARK}the script {why}{_where(self._code, frame)}\n"
        os.write(2, text.encode(errors="replace"))
        self._leave(REFUSED)


_FILE_CHANGES = ("os.rename", "os.remove", "os.link", "os.symlink", "os.truncate", "os.chmod",
                 "os.utime", "shutil.move", "shutil.copyfile")  # fmt: skip
_NOT_IMPORTED = frozenset({"ctypes", "_ctypes", "inspect", "mmap", "_testcapi", "cffi"})
_HEARD = frozenset(
    {*_BY_ANY_WAY, *_DIRECTLY, *_MAKES_CODE, *_FILE_CHANGES,
     "open", "import", "subprocess.Popen", "pickle.find_class"}
)  # fmt: skip


def _unpickling(module: str, name: str) -> str | None:
    """Whoever reads the pickle: what it calls was chosen by whoever wrote it."""
    root = module.partition(".")[0]
    if (root == "builtins" and _is_plain(name)) or root not in (*_UNPICKLED, *_SYSTEM):
        return None
    if name in ("SimpleNamespace", "OrderedDict", "defaultdict", "attrgetter", "itemgetter"):
        return None
    return f"has a pickle call {module}.{name}"


def _is_plain(name: str) -> bool:
    """Also exceptions: what a worker process failed with comes back as a pickle."""
    kind = getattr(builtins, name, None)
    return name in _PLAIN or (isinstance(kind, type) and issubclass(kind, BaseException))


def _texts(code: CodeType) -> list[str]:
    found: list[str] = []
    for value in code.co_consts:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, CodeType):
            found += _texts(value)
    return found


def _where(code: TrustedCode, frame: FrameType | None) -> str:
    while frame is not None:
        if code.kind(frame.f_code.co_filename) == SCRIPT:
            return f" (line {frame.f_lineno})"
        frame = frame.f_back
    return ""
