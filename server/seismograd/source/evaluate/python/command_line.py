"""Options of the command line: argparse, and absl flags."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.source.evaluate.bounded import TooLarge, compute
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Mapping,
    Object,
    Record,
    Sequence,
    Symbol,
    Unknown,
    Value,
    is_none,
    text,
)

PARSER = "argparse.ArgumentParser"
_OPTIONS = "<options>"
_FLAGS = "absl.flags.FLAGS"
_CONVERSIONS: dict[str, Callable[[str], object]] = {
    "builtins.float": float,
    "builtins.int": int,
    "builtins.str": str,
}
_STORING_NOTHING = frozenset({"help", "version"})


def register(library: Library) -> None:
    for alias in ("configargparse.ArgParser", "configargparse.ArgumentParser", "tap.Tap"):
        library.renames[alias] = PARSER
    library.functions[PARSER] = _parser
    methods = {
        "add_argument": _add_argument, "add_argument_group": _same_options,
        "add_mutually_exclusive_group": _same_options, "add_parser": _same_options,
        "add_subparsers": _add_subparsers, "get_default": _get_default,
        "parse_args": _parse_args, "parse_known_args": _parse_known_args,
        "parse_intermixed_args": _parse_args, "set_defaults": _set_defaults,
    }  # fmt: skip
    for name, method in methods.items():
        library.methods[f"{PARSER}.{name}"] = method
    library.prefixes["absl.flags"] = _define_flag
    library.members[_FLAGS] = _flag


def _parser(call: Call) -> Value:
    parser = Object(PARSER, call, call.place)
    parents = call.value(None, "parents")
    inherited: dict[object, Value] = {}
    for parent in (None if parents is None else items_of(call.interpreter, parents)) or ():
        options = _options_of(parent)
        inherited.update({} if options is None else options.items)
    parser.attributes[_OPTIONS] = Mapping(inherited, call.place)
    return parser


def _options_of(parser: Value | None) -> Mapping | None:
    if not isinstance(parser, Object | Instance):
        return None
    options = parser.attributes.setdefault(_OPTIONS, Mapping({}, parser.place))
    return options if isinstance(options, Mapping) else None


def _same_options(call: Call) -> Value:
    """Groups and sub-parsers put their options into the one namespace."""
    inner = Object(PARSER, call, call.place)
    options = _options_of(call.receiver)
    if options is not None:
        inner.attributes[_OPTIONS] = options
    return inner


def _add_subparsers(call: Call) -> Value:
    options, name = _options_of(call.receiver), call.text(None, "dest")
    if options is not None and name is not None:
        call.interpreter.store.set_item(options.items, name, Unknown(call.place, name))
    return _same_options(call)


def _add_argument(call: Call) -> Value | None:
    options = _options_of(call.receiver)
    if options is None:
        return None
    name = _destination(call)
    if name is None:
        call.interpreter.store.open(options)
    elif call.text(None, "action") not in _STORING_NOTHING:
        default = _default(call, name)
        if default is not None:
            call.interpreter.store.set_item(options.items, name, default)
    return Object("argparse.Action", call, call.place)


def _destination(call: Call) -> str | None:
    given = call.text(None, "dest")
    names = [text(argument.value) for argument in call.positional]
    if given is not None or None in names or not names:
        return given
    long = [name for name in names if name is not None and name.startswith("--")]
    first = long[0] if long else names[0] or ""
    return first.lstrip("-").replace("-", "_")


def _is_option(call: Call) -> bool:
    first = call.value(0, "dest")
    return (text(first) or "-").startswith("-")


def _default(call: Call, name: str) -> Value | None:
    """What an option is when it is not given; None where it is then not there at all."""
    given = call.value(None, "default")
    if isinstance(given, Symbol) and given.path == "argparse.SUPPRESS":
        return None
    if given is not None:
        return _converted(call, given)
    if call.open or call.flag(None, "required") is not None:
        return Unknown(call.place, name)
    if not _is_option(call) and call.text(None, "nargs") not in ("?", "*"):
        return Unknown(call.place, name)
    action = call.value(None, "action")
    flags = {"store_true": False, "store_false": True}
    return Const(flags.get(text(action) or ""), call.place, soft=True)


def _converted(call: Call, given: Value) -> Value:
    """Argparse applies the type of an option to its default where that is text."""
    kind = call.value(None, "type")
    if kind is None or not isinstance(given, Const) or not isinstance(given.value, str):
        return softened(given)
    action = _CONVERSIONS.get(kind.path) if isinstance(kind, Symbol) else None
    try:
        converted = None if action is None else compute(action, given.value)
    except (TooLarge, ValueError):
        converted = None
    if converted is None:
        return Unknown(given.place)
    return Const(converted, given.place, True, given.trail)


def _set_defaults(call: Call) -> Value:
    options = _options_of(call.receiver)
    if options is not None:
        for name, argument in call.keywords.items():
            call.interpreter.store.set_item(options.items, name, softened(argument.value))
        if call.open:
            _forget_values(call, options)
    return Const(None, call.place)


def _forget_values(call: Call, options: Mapping) -> None:
    for name in list(options.items):
        call.interpreter.store.set_item(options.items, name, Unknown(call.place, str(name)))
    call.interpreter.store.open(options)


def _get_default(call: Call) -> Value | None:
    options = _options_of(call.receiver)
    name = call.text(0, "dest")
    return None if options is None or name is None else options.items.get(name)


def _parse_args(call: Call) -> Value | None:
    namespace = Object("argparse.Namespace", call, call.place)
    options = _options_of(call.receiver)
    for name, value in options.items.items() if options is not None else ():
        namespace.attributes[str(name)] = value
    return namespace


def _parse_known_args(call: Call) -> Value | None:
    namespace = _parse_args(call)
    if namespace is None:
        return None
    return Sequence("tuple", [namespace, Unknown(call.place)], call.place)


# -- absl ----------------------------------------------------------------------------------


def _define_flag(call: Call) -> Value | None:
    """`flags.DEFINE_float("lr", 0.1, "help")` makes `FLAGS.lr`."""
    name = call.text(0, "name")
    if not call.method.startswith("DEFINE_") or name is None:
        return None
    default = call.value(1, "default")
    if default is None or is_none(default):
        default = Unknown(call.place, name)
    run = call.interpreter
    run.store.set_item(_flags_of(run).items, name, softened(default))
    holder = Object("absl.flags.FlagHolder", call, call.place)
    holder.attributes["value"] = softened(default)
    return holder


def _flags_of(run: Interpreter) -> Mapping:
    return run.state.setdefault(_FLAGS, Record({}, None, True))


def _flag(name: str, run: Interpreter) -> Value | None:
    return _flags_of(run).items.get(name)
