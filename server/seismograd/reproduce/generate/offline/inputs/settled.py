"""Settings such as `args.width` by the values that the project has for them."""

from __future__ import annotations

import ast
import re

from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings

_HOLDERS = frozenset({"args", "cfg", "config", "options", "opts", "opt", "hparams", "settings",
                      "params", "flags", "conf", "model", "train", "data"})  # fmt: skip
_FILE = re.compile(r"(?:config|cfg|conf|settings|params|hparams)(?:_?(?:file|path))?")
"""Options that name a settings file."""
_PLACE = ("path", "dir", "file", "root")


class Settled(ast.NodeTransformer):
    """Modules are names that hold one: `data.size` of a module is no setting."""

    def __init__(self, settings: KnownSettings, modules: set[str]) -> None:
        self._settings = settings
        self._modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._settled(node, node.attr) or self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Of what hangs on a setting, what its value makes of it."""
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if ast.unparse(node) == "sys.argv[1]" and self._settings.meant_file:
            return ast.Constant(self._settings.meant_file)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        found = self._settled(node, key) if isinstance(key, str) else None
        return found or self.generic_visit(node)

    def _settled(self, node: ast.Attribute | ast.Subscript, name: str) -> ast.expr | None:
        holder = ast.unparse(node.value).rpartition(".")[2]
        if holder in self._modules or holder not in _HOLDERS:
            return None
        if _FILE.fullmatch(name) and holder == "args" and self._settings.meant_file:
            return ast.Constant(self._settings.meant_file)
        if any(p in name for p in _PLACE):
            return None
        if not isinstance(node.ctx, ast.Load):
            return None
        if self._settings.is_left_open(name):
            return ast.Constant(None)
        value = self._settings.value(name)
        return ast.parse(value, mode="eval").body if value is not None else None
