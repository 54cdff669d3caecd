"""Lightning modules and who drives their optimisation."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.model import Program
from seismograd.source.evaluate.values import Class, Const, Function, Instance, Value

LIGHTNING_MODULE = "lightning.LightningModule"


def automatic_modules(program: Program) -> Iterator[Instance]:
    """Lightning modules that certainly leave backward and step to Lightning, each class once."""
    seen: set[int] = set()
    for instance in program.instances:
        if id(instance.cls) in seen or LIGHTNING_MODULE not in instance.cls.library_bases:
            continue
        seen.add(id(instance.cls))
        if _is_automatic(instance) and not _is_set_later(program):
            yield instance


def _is_set_later(program: Program) -> bool:
    """Whether code outside the constructor chooses who optimises."""
    return any(
        sets_attribute(call, "automatic_optimization")
        for call in program.calls_to("operator.setattr")
    )


def _is_automatic(instance: Instance) -> bool:
    setting: Value | None = instance.attributes.get("automatic_optimization")
    setting = setting or instance.cls.lookup("automatic_optimization")
    if setting is None:
        # A property or a setter elsewhere in the project would have been found by name.
        return instance.complete and not instance.cls.has_unknown_base
    return isinstance(setting, Const) and setting.value is True


def own_method(cls: Class, name: str) -> Function | None:
    found = cls.lookup(name)
    return found if isinstance(found, Function) else None
