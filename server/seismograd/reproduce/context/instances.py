"""Which class of the project an expression is an instance of, where that is plain."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.ancestry import Ancestry
from seismograd.reproduce.context.modules import (
    AnyFunction,
    Definition,
    Module,
    Modules,
    dotted_name,
    reachable_statements,
    string_of,
)
from seismograd.reproduce.context.sources import FUNCTIONS
from seismograd.source.shallow_parse import parse_expression

MAX_DEPTH = 6
CALLED_BY_CALL = ("__call__", "forward", "call")
_RETURN_SELF = frozenset(
    {"to", "cuda", "cpu", "eval", "train", "half", "float", "double", "bfloat16", "requires_grad_"}
)


class Scope:
    """Names within a function or a module, and the classes of what they hold."""

    def __init__(self, module: Module, owner: Definition | None) -> None:
        self.module = module
        self.owner = owner
        """The class whose method this is."""
        self.types: dict[str, Definition] = {}
        self.local: set[str] = set()
        """Names that hide those of the module."""


class Instances:
    def __init__(self, modules: Modules, ancestry: Ancestry) -> None:
        self._modules = modules
        self.ancestry = ancestry
        self._attributes: dict[str, dict[str, Definition]] = {}
        self._scopes: dict[int, Scope] = {}
        self._returned: dict[str, Definition | None] = {}
        self._of_modules: dict[str, dict[str, Definition]] = {}

    def scope_of(self, definition: Definition) -> Scope:
        """The scope of a function or method, with what its parameters and assignments tell."""
        node = definition.node
        known = self._scopes.get(id(node))
        if known is not None:
            return known
        owner = self.owner_of(definition)
        self._scopes[id(node)] = scope = Scope(definition.module, owner)
        if not isinstance(node, ast.ClassDef):
            self._add_parameters(scope, node, owner)
            scope.local |= set(_bound_names(definition))
            scope.types |= self._module_types(definition.module)
            self.note_assignments(scope, definition.nodes())
        return scope

    def owner_of(self, definition: Definition) -> Definition | None:
        return definition.module.definitions.get(definition.owner) if definition.owner else None

    def note_assignments(self, scope: Scope, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.Assign):
                pairs = [(target, node.value) for target in node.targets]
            elif isinstance(node, ast.AnnAssign):
                pairs = [(node.target, node.value or node.annotation)]
                self._note(scope, node.target, self.annotated(scope.module, node.annotation))
            elif isinstance(node, ast.withitem) and node.optional_vars:
                pairs = [(node.optional_vars, node.context_expr)]
            else:
                continue
            for target, value in pairs:
                self._note(scope, target, self.of(value, scope))

    def of(self, node: ast.AST, scope: Scope, depth: int = 0) -> Definition | None:
        """The class of an expression; None where it is not plain."""
        if depth > MAX_DEPTH:
            return None
        if isinstance(node, ast.Name):
            return scope.types.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.of(node.value, scope, depth + 1)
            return self.attributes(owner).get(node.attr) if owner else None
        if isinstance(node, ast.Call):
            return self._of_call(node, scope, depth + 1)
        return None

    def callee(self, call: ast.Call, scope: Scope, depth: int = 0) -> Definition | None:
        """The class, function or method that a call goes to."""
        function = call.func
        dotted = dotted_name(function)
        if dotted and dotted.split(".")[0] not in scope.local:
            named = self._named(scope.module, dotted)
            if named:
                return named
        if isinstance(function, ast.Attribute):
            if _is_super(function.value):
                return self._inherited(scope, function.attr)
            owner = self.of(function.value, scope, depth + 1)
            method = self.ancestry.method(owner, function.attr) if owner else None
            if method:
                return method
        return self._called_instance(self.of(function, scope, depth + 1))

    def attributes(self, owner: Definition) -> dict[str, Definition]:
        """Classes of the attributes that the methods of a class, or its ancestors, set."""
        known = self._attributes.get(owner.full_name)
        if known is None:
            self._attributes[owner.full_name] = known = {}
            for found in reversed(list(self.ancestry.definitions(owner))):
                known.update(self._own_attributes(found))
        return known

    def annotated(self, module: Module, annotation: ast.AST | None) -> Definition | None:
        """The one class of the project that an annotation names, also within `Optional`."""
        text = string_of(annotation)
        if text is not None:
            try:
                annotation = parse_expression(text[:200]).body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return None
        if annotation is None:
            return None
        nodes = [n for n in ast.walk(annotation) if isinstance(n, (ast.Name, ast.Attribute))]
        found = {d.full_name: d for n in nodes if (d := self._named(module, dotted_name(n)))}
        classes = [d for d in found.values() if isinstance(d.node, ast.ClassDef)]
        names = {dotted_name(node).rpartition(".")[2] for node in nodes}
        is_container = bool(names & {"list", "List", "dict", "Dict", "Callable", "type", "Type"})
        return classes[0] if len(classes) == 1 and not is_container else None

    def _named(self, module: Module, dotted: str) -> Definition | None:
        full = self._modules.full_name(module, dotted) if dotted else ""
        found = self._modules.definition(full)
        if found is not None or not full:
            return found
        owner, _, method = full.rpartition(".")
        holder = self._modules.definition(self._modules.canonical(owner))
        is_class = holder is not None and isinstance(holder.node, ast.ClassDef)
        return self.ancestry.method(holder, method) if holder and is_class else None

    def _of_call(self, node: ast.Call, scope: Scope, depth: int) -> Definition | None:
        callee = self.callee(node, scope, depth)
        if callee is not None and isinstance(callee.node, ast.ClassDef):
            return callee
        if isinstance(node.func, ast.Attribute) and node.func.attr in _RETURN_SELF:
            return self.of(node.func.value, scope, depth)
        return self._result(callee) if callee else None

    def _result(self, function: Definition) -> Definition | None:
        """The class that a factory returns, where all it returns is plainly of one."""
        if function.full_name in self._returned or isinstance(function.node, ast.ClassDef):
            return self._returned.get(function.full_name)
        self._returned[function.full_name] = None
        found = self.annotated(function.module, function.node.returns)
        if found is None:
            scope = self.scope_of(function)
            values = [n.value for n in function.nodes() if isinstance(n, ast.Return)]
            kinds = [self.of(value, scope) if value else None for value in values]
            found = kinds[0] if kinds and all(kind is kinds[0] for kind in kinds) else None
        self._returned[function.full_name] = found
        return found

    def _called_instance(self, owner: Definition | None) -> Definition | None:
        names = CALLED_BY_CALL if owner else ()
        found = (self.ancestry.method(owner, name) for name in names if owner)
        return next((method for method in found if method), None)

    def _inherited(self, scope: Scope, name: str) -> Definition | None:
        if scope.owner is None:
            return None
        _, *ancestors = self.ancestry.definitions(scope.owner)
        methods = (a.module.definitions.get(f"{a.name}.{name}") for a in ancestors)
        return next((method for method in methods if method), None)

    def _add_parameters(self, scope: Scope, node: AnyFunction, owner: Definition | None) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for argument in arguments:
            found = self.annotated(scope.module, argument.annotation)
            found = found or self._fixture(scope.module, argument.arg)
            self._note(scope, ast.Name(argument.arg), found)
        if owner and arguments and arguments[0].arg == "self":
            scope.types["self"] = owner

    def _fixture(self, module: Module, name: str) -> Definition | None:
        """What a fixture of the same file gives to a test."""
        function = module.definitions.get(name)
        if function is None or isinstance(function.node, ast.ClassDef):
            return None
        decorators = [
            d.func if isinstance(d, ast.Call) else d for d in function.node.decorator_list
        ]
        is_fixture = any(dotted_name(d).rpartition(".")[2] == "fixture" for d in decorators)
        return self._result(function) if is_fixture else None

    def _own_attributes(self, owner: Definition) -> dict[str, Definition]:
        found: dict[str, Definition] = {}
        for node in owner.node.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kind = self.annotated(owner.module, node.annotation)
                found |= {node.target.id: kind} if kind else {}
            elif isinstance(node, FUNCTIONS):
                method = Definition(owner.module, f"{owner.name}.{node.name}", node)
                found |= self._set_attributes(self.scope_of(method), method)
        return found

    def _set_attributes(self, scope: Scope, method: Definition) -> dict[str, Definition]:
        found: dict[str, Definition] = {}
        for inner in method.nodes():
            for target in inner.targets if isinstance(inner, ast.Assign) else ():
                name = dotted_name(target).removeprefix("self.")
                kind = self.of(inner.value, scope) if isinstance(inner, ast.Assign) else None
                if isinstance(target, ast.Attribute) and "." not in name and kind:
                    found.setdefault(name, kind)
        return found

    def _module_types(self, module: Module) -> dict[str, Definition]:
        known = self._of_modules.get(module.key)
        if known is None:
            scope = Scope(module, None)
            self._of_modules[module.key] = known = scope.types
            self.note_assignments(scope, reachable_statements(module.source.tree.body))
        return known

    @staticmethod
    def _note(scope: Scope, target: ast.AST, found: Definition | None) -> None:
        if isinstance(target, ast.Name) and found is not None:
            scope.types[target.id] = found


def _bound_names(definition: Definition) -> Iterator[str]:
    for inner in definition.nodes():
        if isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id
        elif isinstance(inner, (ast.ClassDef, *FUNCTIONS)) and inner is not definition.node:
            yield inner.name


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted_name(node.func) == "super"
