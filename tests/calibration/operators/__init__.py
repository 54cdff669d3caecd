"""All mutation operators, found by walking this package: a row in a table is a new one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from tests.calibration.operators.operator import Operator


@cache
def all_operators() -> tuple[Operator, ...]:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.iter_modules(__path__, __name__ + ".")
    ]
    return tuple(row for module in modules for row in getattr(module, "OPERATORS", ()))
