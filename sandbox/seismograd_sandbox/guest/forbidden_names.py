"""Names of attributes that lead a script out of what it may do, wherever they are found.

The rules for scripts look for them in the text, and `getattr` of a guarded script at run time.
"""

from __future__ import annotations

ALLOWED_DUNDERS = frozenset({
    "__abs__", "__add__", "__and__", "__annotations__", "__array__", "__bool__", "__call__",
    "__class__", "__class_getitem__", "__contains__", "__copy__", "__deepcopy__", "__delitem__",
    "__dict__", "__div__", "__doc__", "__enter__", "__eq__", "__exit__", "__file__", "__float__",
    "__floordiv__", "__format__", "__ge__", "__getattr__", "__getitem__", "__getstate__", "__gt__",
    "__hash__", "__iadd__", "__imul__", "__index__", "__init__", "__init_subclass__", "__int__",
    "__isub__", "__iter__", "__le__", "__len__", "__len_hint__", "__lt__", "__main__",
    "__matmul__", "__mod__", "__module__", "__mul__", "__name__", "__ne__", "__neg__", "__new__",
    "__next__", "__or__", "__path__", "__post_init__", "__pow__", "__qualname__", "__radd__",
    "__repr__", "__reversed__", "__rmatmul__", "__rmul__", "__round__", "__rsub__",
    "__rtruediv__", "__setattr__", "__setitem__", "__setstate__", "__slots__", "__str__",
    "__sub__", "__truediv__", "__version__", "__xor__",
    "__aenter__", "__aexit__", "__aiter__", "__anext__", "__await__",
})  # fmt: skip
"""Whatever else has two underscores before and behind leads into the interpreter."""
FRAMES_AND_CODE = frozenset({
    "tb_frame", "tb_next", "tb_lasti", "tb_lineno", "f_back", "f_builtins", "f_code", "f_globals",
    "f_lineno", "f_locals", "f_trace", "gi_code", "gi_frame", "gi_yieldfrom", "cr_code",
    "cr_frame", "cr_await", "ag_code", "ag_frame", "co_code", "co_consts", "co_filename",
    "co_firstlineno", "co_names", "co_varnames", "with_traceback", "func_code", "func_globals",
})  # fmt: skip
OF_THE_INTERPRETER = frozenset({
    "gettrace", "getprofile", "excepthook", "unraisablehook", "displayhook", "breakpointhook",
    "_getframe", "_getframemodulename", "exc_info", "last_exc", "last_type", "last_value",
    "last_traceback", "call_tracing", "meta_path", "path_hooks", "path_importer_cache",
    "orig_argv", "getrefcount", "_exithandlers", "_run_exitfuncs", "showwarning", "_showwarnmsg",
    "_shutdown", "TorchFunctionMode", "TorchDispatchMode", "setrlimit", "prlimit", "CodeType",
    "FunctionType", "GeneratorType", "FrameType", "TracebackType",
})  # fmt: skip
RAISING = frozenset({"throw", "athrow", "set_exception", "reraise", "side_effect"})
"""What makes other code raise an exception of the script's choice."""
OF_PROCESSES = frozenset({
    "_exit", "abort", "raise_signal", "setrecursionlimit", "_sigsegv", "_sigabrt", "dup2",
    "fdopen", "memfd_create", "pidfd_open", "getppid",
})  # fmt: skip
OF_FILES = frozenset({
    "from_file", "fromfile", "memmap", "open_memmap", "read_file", "TextLineDataset",
    "FixedLengthRecordDataset", "stat", "lstat", "fstat", "getmtime", "getctime", "getatime",
    "getsize", "st_mtime", "st_mtime_ns", "st_size", "st_ino", "utime", "readlink", "getsource",
    "getsourcelines", "getsourcefile", "findsource", "getlines", "getline", "get_data",
    "get_source", "source_to_code", "get_code", "open_code",
})  # fmt: skip
OF_MEMORY = frozenset({
    "ctypes", "ctypeslib", "_ctypes", "stride_tricks", "cpp_extension", "load_library",
    "load_inline", "_C", "f2py", "cdll", "CDLL", "from_blob",
})  # fmt: skip
ATTRIBUTES = FRAMES_AND_CODE | OF_THE_INTERPRETER | RAISING | OF_PROCESSES | OF_FILES | OF_MEMORY


def is_forbidden(name: str) -> bool:
    is_dunder = name.startswith("__") and name.endswith("__") and len(name) > 4
    return name in ATTRIBUTES or (is_dunder and name not in ALLOWED_DUNDERS)
