"""Parameters of functions and of constructors, also of those that nobody wrote down."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.context.ancestry import Ancestry
from seismograd.reproduce.context.modules import AnyFunction, Definition, Modules, dotted_name
from seismograd.reproduce.context.project_view import Parameter
from seismograd.reproduce.context.sources import SourceFile

_RECORD_MAKERS = re.compile(
    r"(?:dataclasses|flax\.struct|pydantic\.dataclasses|attrs?)"
    r"\.(?:dataclass|attrs|s|define|frozen|mutable)"
)
_RECORD_BASES = frozenset(
    {
        "typing.NamedTuple",
        "typing.TypedDict",
        "pydantic.BaseModel",
        "pydantic_settings.BaseSettings",
    }
)
_FIELD_MAKERS = ("field", "Field", "ib", "attrib")
MAX_TEXT = 300


class Parameters:
    """Asks the classes of a project what they are made with."""

    def __init__(self, modules: Modules, ancestry: Ancestry) -> None:
        self._modules = modules
        self._ancestry = ancestry

    def of(self, definition: Definition) -> tuple[Parameter, ...]:
        if isinstance(definition.node, ast.ClassDef):
            return self._of_constructor(definition)
        is_bound = definition.owner is not None and not _is_static(definition.node)
        return function_parameters(definition.module.source, definition.node, is_bound)

    def is_record(self, definition: Definition) -> bool:
        """Whether its fields are the parameters of its constructor."""
        return any(self._is_made_record(found) for found in self._ancestry.definitions(definition))

    def _of_constructor(self, definition: Definition) -> tuple[Parameter, ...]:
        for found in self._ancestry.definitions(definition):
            for name in ("__init__", "__new__"):
                method = found.module.definitions.get(f"{found.name}.{name}")
                if method and not isinstance(method.node, ast.ClassDef):
                    return function_parameters(method.module.source, method.node, True)
            if self._is_made_record(found):
                return self._record_fields(found)
        return ()

    def _is_made_record(self, definition: Definition) -> bool:
        node = definition.node
        calls = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
        names = {self._modules.full_name(definition.module, dotted_name(call)) for call in calls}
        is_made = any(map(_RECORD_MAKERS.fullmatch, names))
        return is_made or not _RECORD_BASES.isdisjoint(self._ancestry.of(definition))

    def _record_fields(self, definition: Definition) -> tuple[Parameter, ...]:
        fields: dict[str, Parameter] = {}
        for found in reversed(list(self._ancestry.definitions(definition))):
            if self._is_made_record(found):
                fields.update((field.name, field) for field in self._own_fields(found))
        return tuple(fields.values())

    def _own_fields(self, definition: Definition) -> Iterator[Parameter]:
        source = definition.module.source
        for statement in definition.node.body:
            field: Parameter | None = None
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                annotation = source.segment(statement.annotation, MAX_TEXT)
                if not annotation.removeprefix("typing.").startswith(("ClassVar", "KW_ONLY")):
                    field = _field(source, statement.target.id, statement.value, annotation)
            elif isinstance(statement, ast.Assign) and _is_field_call(statement.value):
                name = dotted_name(statement.targets[0])
                field = _field(source, name, statement.value, None)
            if field is not None and field.name:
                yield field


def function_parameters(
    source: SourceFile, node: AnyFunction, is_bound: bool
) -> tuple[Parameter, ...]:
    """Parameters in the order of the signature; a bound one loses `self` or `cls`."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    defaults = [None] * required + list(arguments.defaults)
    found = [_parameter(source, *pair) for pair in zip(positional, defaults, strict=True)]
    found = found[1:] if is_bound else found
    if arguments.vararg:
        found.append(replace(_parameter(source, arguments.vararg, None), is_variadic=True))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(replace(_parameter(source, argument, default), is_keyword_only=True))
    if arguments.kwarg:
        last = _parameter(source, arguments.kwarg, None)
        found.append(replace(last, is_variadic=True, is_keyword_only=True))
    return tuple(found)


def _parameter(source: SourceFile, argument: ast.arg, default: ast.expr | None) -> Parameter:
    annotation = argument.annotation
    return Parameter(
        argument.arg,
        source.segment(default, MAX_TEXT) if default else None,
        source.segment(annotation, MAX_TEXT) if annotation else None,
    )


def _field(
    source: SourceFile, name: str, value: ast.expr | None, annotation: str | None
) -> Parameter | None:
    default = source.segment(value, MAX_TEXT) if value else None
    if isinstance(value, ast.Call) and _is_field_call(value):
        given = {keyword.arg: keyword.value for keyword in value.keywords if keyword.arg}
        if _is_constant(given.get("init"), False):
            return None
        default = _default_of_field(source, value, given)
    return Parameter(name, default, annotation)


def _default_of_field(source: SourceFile, call: ast.Call, given: dict[str, ast.expr]) -> str | None:
    if "default" in given:
        return source.segment(given["default"], MAX_TEXT)
    factory = given.get("default_factory") or given.get("factory")
    if factory is not None:
        text = source.segment(factory, MAX_TEXT)
        body = factory.body if isinstance(factory, ast.Lambda) else None
        return source.segment(body, MAX_TEXT) if body else f"{text}()"
    if call.args and not _is_constant(call.args[0], ...):
        return source.segment(call.args[0], MAX_TEXT)
    return None


def _is_field_call(node: ast.expr | None) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return dotted_name(node.func).rpartition(".")[2] in _FIELD_MAKERS


def _is_constant(node: ast.expr | None, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _is_static(node: AnyFunction) -> bool:
    return any(dotted_name(decorator) == "staticmethod" for decorator in node.decorator_list)
