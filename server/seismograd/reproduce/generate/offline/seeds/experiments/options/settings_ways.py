"""Ways in which a project gives its settings: from defaults alone, and with some of them given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import settings_in_files
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

MOST_READERS = 6
_READS = re.compile(
    r"(?:load|read|get|parse|make|build|create|resolve|prepare|merge|from|deep|update|override)_?"
    r"\w*|\w*(?:config|cfg|settings|options|hparams|params)",
    re.I,
)
_ABOUT = re.compile(r"config|cfg|setting|option|hparam|param|default|overrid|dict|conf\b", re.I)
_FILES = re.compile(r"(?:\w+_)?(?:path|file|filename|fname|source)", re.I)
_CHANGES = re.compile(
    r"(?:\w+_)?(?:overrid\w*|changes|updates?|values|options|settings|config|cfg|conf|given|"
    r"user\w*|custom|params|hparams|kwargs|data|raw|d|dct|dictionary|mapping|content|spec)",
    re.I,
)
_MERGES = re.compile(
    r"(?:deep_?|_|recursive_)?(?:merge|update|combine|overlay|override|apply_overrides)\w*", re.I
)
_KEPT = re.compile(r"default|merge|update|\*\*", re.I)


@dataclass(frozen=True, slots=True)
class Way:
    """Two expressions for settings; the second takes what is given from `part`."""

    symbol: Symbol
    plain: str
    given: str
    first: tuple[str, ...] = ()
    """Statements that both need."""
    before: tuple[str, ...] = ()
    """Statements that make ready what is given, such as a file."""
    imports: tuple[str, ...] = ()


def ways(case: Case) -> list[Way]:
    """By what the report names first."""
    words = {name.rpartition(".")[2] for name in case.report.names}
    found = [s for s in case.project.symbols if s.module and s.file not in case.project.tests]
    makers = [s for s in found if _may_give_settings(s)]
    ranked = sorted(makers, key=lambda s: (not _ABOUT.search(_last(s)), _last(s) not in words))
    classes = [s for s in found if s.kind is SymbolKind.CLASS]
    of_makers = [way for symbol in ranked[:MOST_READERS] for way in _ways(case, symbol)]
    return of_makers + [way for symbol in classes for way in _of_object(case, symbol)]


def _may_give_settings(symbol: Symbol) -> bool:
    is_method = symbol.kind is SymbolKind.METHOD and _last(symbol).startswith("from_")
    if not (symbol.kind is SymbolKind.FUNCTION or is_method) or not symbol.parameters:
        return False
    about = f"{symbol.name} {symbol.file} {' '.join(p.name for p in symbol.parameters)}"
    return bool(_READS.fullmatch(_last(symbol)) and _ABOUT.search(about))


def _last(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def _required(symbol: Symbol) -> list[Parameter]:
    return [p for p in symbol.parameters if p.default is None and not p.is_variadic]


def _ways(case: Case, symbol: Symbol) -> Iterator[Way]:
    required = _required(symbol)
    if len(required) == 2 and _MERGES.fullmatch(_last(symbol)):
        yield from _by_merging(case, symbol)
    if len(required) > 1:
        return
    for parameter in required or sorted(symbol.parameters, key=lambda p: not p.is_variadic):
        if parameter.is_variadic:
            if parameter.is_keyword_only:
                yield Way(symbol, f"{symbol.name}()", f"{symbol.name}(**part)")
        elif _FILES.fullmatch(parameter.name):
            yield _by_file(case, symbol, parameter)
        elif _CHANGES.fullmatch(parameter.name):
            plain = f"{symbol.name}({{}})" if required else f"{symbol.name}()"
            yield Way(symbol, plain, f"{symbol.name}({parameter.name}=part)")


def _by_file(case: Case, symbol: Symbol, parameter: Parameter) -> Way:
    """In the format that the project's own files have."""
    suffixes = {setting.file.rpartition(".")[2] for setting in settings_in_files(case.root)}
    is_yaml = bool(suffixes & {"yaml", "yml"})
    suffix, module, dump = ("yaml", "yaml", "safe_dump") if is_yaml else ("json", "json", "dumps")
    before = (f"Path('part.{suffix}').write_text({module}.{dump}(part))",)
    imports = (f"import {module}", "from pathlib import Path")
    given = f"{symbol.name}({parameter.name}='part.{suffix}')"
    if parameter.default is not None:
        return Way(symbol, f"{symbol.name}()", given, (), before, imports)
    nothing = f"Path('nothing.{suffix}').write_text('{{}}')"
    plain = f"{symbol.name}('nothing.{suffix}')"
    return Way(symbol, plain, given, (nothing,), before, imports)


def _by_merging(case: Case, symbol: Symbol) -> Iterator[Way]:
    """Onto the defaults of the project, in a copy: some merge into what they are given."""
    for constant in case.project.symbols:
        is_nested = constant.value is not None and "{" in constant.value[1:]
        if constant.kind is SymbolKind.CONSTANT and constant.module and is_nested:
            imports = ("import copy", f"from {constant.module} import {constant.name}")
            first = (f"base = copy.deepcopy({constant.name})",)
            merged = f"({symbol.name}(base, part) or base)"
            yield Way(symbol, "copy.deepcopy(base)", merged, first, (first[0],), imports)


def _of_object(case: Case, symbol: Symbol) -> Iterator[Way]:
    """What an object keeps of the settings that it is given, and of its defaults."""
    function = SourceTrees(case.project).method(symbol, "__init__")
    for parameter in symbol.parameters:
        others = [p for p in _required(symbol) if p is not parameter]
        if function is None or others or not _CHANGES.fullmatch(parameter.name):
            continue
        for node in ast.walk(function[1]):
            kept = _kept(node, parameter.name)
            if kept is not None:
                plain = f"{symbol.name}({parameter.name}={{}}).{kept}"
                yield Way(symbol, plain, f"{symbol.name}({parameter.name}=part).{kept}")


def _kept(node: ast.AST, parameter: str) -> str | None:
    """Of `self.config = {**DEFAULTS, **config}` the attribute."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Attribute):
        return None
    value = ast.unparse(node.value)
    is_made_of = re.search(rf"\b{parameter}\b", value) and _KEPT.search(value)
    return node.targets[0].attr if is_made_of else None
