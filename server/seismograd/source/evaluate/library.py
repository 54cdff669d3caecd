"""What is known of the libraries that a project uses.

A model is a function from a call to the value it gives; returning None means "nothing special":
the result is then an `Object` that remembers the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from seismograd.source.evaluate.values import Class, Function, Instance, Object, Value

if TYPE_CHECKING:
    from seismograd.source.evaluate.calls import Call
    from seismograd.source.evaluate.interpreter import Interpreter

Model = Callable[["Call"], "Value | None"]
AttributeModel = Callable[["Value", str, "Interpreter"], "Value | None"]


class Library:
    """Models of library functions, methods, attributes and callable objects, by canonical name."""

    def __init__(self) -> None:
        self.functions: dict[str, Model] = {}
        self.prefixes: dict[str, Model] = {}
        self.methods: dict[str, Model] = {}
        self.attributes: dict[str, AttributeModel] = {}
        self.object_calls: dict[str, Model] = {}
        self.instance_calls: dict[str, str] = {}
        """Library base class -> the method that runs when an instance is called."""
        self.before_calls: dict[str, Callable[[Instance, Call], None]] = {}
        """Library base class -> what is done before that, such as building a layer."""
        self.iterations: list[Callable[[Value], list[Value] | None]] = []
        self.elements: list[Callable[[Value], Value | None]] = []
        self.operations: list[Callable[[str, tuple[Value, ...], Call], Value | None]] = []
        self.subscripts: list[Callable[[Value, Value, Call], Value | None]] = []
        self.constants: dict[str, object] = {}
        """Values of library names, such as `math.pi`."""
        self.members: dict[str, Callable[[str, Interpreter], Value | None]] = {}
        """Library objects whose attributes the project defines, such as `absl.flags.FLAGS`."""
        self.decorated: dict[str, Callable[[Value, Function, Call], Call]] = {}
        """Library decorators that hand arguments to the function they decorate."""
        self.renames: dict[str, str] = {}
        self.families: dict[str, str] = {}
        """Prefix of a class name -> the family whose methods it shares."""
        self.final_classes: set[str] = set()
        """Classes none of which is a base of another."""
        self.exports: dict[str, frozenset[str]] = {}
        """What `from module import *` brings, for modules used that way."""
        self._canonical: dict[str, str] = {}
        self._family: dict[str, str] = {}

    def canonical(self, path: str) -> str:
        """The one name of a thing that can be imported from several places."""
        known = self._canonical.get(path)
        if known is None:
            known = self._canonical[path] = self._rename(path)
        return known

    def _rename(self, path: str) -> str:
        for _ in range(4):
            head, tail = path, ""
            while head:
                if head in self.renames:
                    path = self.renames[head] + tail
                    break
                head, dot, last = head.rpartition(".")
                tail = dot + last + tail
            else:
                return path
        return path

    def function(self, path: str) -> Model | None:
        found = self.functions.get(path)
        if found is not None:
            return found
        head = path
        while head:
            head = head.rpartition(".")[0]
            if head in self.prefixes:
                return self.prefixes[head]
        return None

    def family(self, path: str) -> str:
        """The class whose methods an object of a library class has."""
        known = self._family.get(path)
        if known is None:
            known = self._family[path] = self._find_family(path)
        return known

    def _find_family(self, path: str) -> str:
        head = path
        while head:
            if head in self.families:
                return self.families[head]
            head = head.rpartition(".")[0]
        return path

    def object_call(self, thing: Object) -> Model | None:
        for name in (thing.path, self.family(thing.path), "?"):
            if name in self.object_calls:
                return self.object_calls[name]
        return None

    def call_method_of(self, instance: Instance | Class) -> str | None:
        """The name of the method that calling an instance of a project class runs."""
        cls = instance.cls if isinstance(instance, Instance) else instance
        for base in cls.library_bases:
            name = self.instance_calls.get(base) or self.instance_calls.get(self.family(base))
            if name is not None:
                return name
        return None

    def prepare_call(self, instance: Instance, call: Call) -> None:
        """Do what a library does before it calls an instance of a project class."""
        for base in instance.cls.library_bases:
            action = self.before_calls.get(self.family(base))
            if action is not None:
                action(instance, call)
                return
