"""Objects that mainly hold values: dataclasses and simple namespaces."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.fields import field_names
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    Class,
    Const,
    Instance,
    Mapping,
    Object,
    Sequence,
    Unknown,
    Value,
)


def register(library: Library) -> None:
    library.functions.update(
        {
            "argparse.Namespace": _namespace,
            "attr.asdict": _as_dict,
            "attr.evolve": _replaced,
            "attrs.asdict": _as_dict,
            "attrs.evolve": _replaced,
            "dataclasses.asdict": _as_dict,
            "dataclasses.replace": _replaced,
            "simple_parsing.parse": _from_command_line,
            "types.SimpleNamespace": _namespace,
            "tyro.cli": _from_command_line,
        }
    )
    library.methods["transformers.HfArgumentParser.parse_args_into_dataclasses"] = _parsed
    library.methods["typing.NamedTuple._replace"] = _replaced_method
    library.methods["typing.NamedTuple._asdict"] = _as_dict_method
    library.methods["pydantic.BaseModel.model_dump"] = _as_dict_method
    library.methods["pydantic.BaseModel.dict"] = _as_dict_method


def _namespace(call: Call) -> Value:
    made = Object(call.path, call, call.place)
    for argument in call.positional[:1]:
        if isinstance(argument.value, Mapping):
            made.attributes.update({str(k): v for k, v in argument.value.items.items()})
    made.attributes.update({name: argument.value for name, argument in call.keywords.items()})
    return made


def values_of(instance: Instance) -> dict[str, Value]:
    """The fields of an instance of a dataclass, defaults included."""
    found: dict[str, Value] = {}
    for name in field_names(instance.cls):
        own = instance.attributes.get(name) or instance.cls.lookup(name)
        found[name] = own or Unknown(instance.place, name)
    return found


def _as_dict(call: Call) -> Value | None:
    return _dict_of(call, call.value(0, "obj"))


def _as_dict_method(call: Call) -> Value | None:
    return _dict_of(call, call.receiver)


def _dict_of(call: Call, thing: Value | None) -> Value | None:
    if not isinstance(thing, Instance):
        return None
    items: dict[object, Value] = {}
    for name, value in values_of(thing).items():
        nested = _dict_of(call, value) if isinstance(value, Instance) else None
        items[name] = nested or value
    return Mapping(items, call.place)


def _replaced(call: Call) -> Value | None:
    return _changed(call, call.value(0, "obj"))


def _replaced_method(call: Call) -> Value | None:
    return _changed(call, call.receiver)


def _changed(call: Call, thing: Value | None) -> Value | None:
    if not isinstance(thing, Instance):
        return None
    made = Instance(thing.cls, call.place)
    made.call = thing.call
    made.complete = thing.complete
    for name, value in thing.attributes.items():
        made.attributes[name] = Unknown(call.place, name) if call.open else value
    made.attributes.update({name: argument.value for name, argument in call.keywords.items()})
    return made


def _from_command_line(call: Call) -> Value | None:
    cls = call.value(0, "config_class")
    return _default_instance(call, cls) if isinstance(cls, Class) else None


def _parsed(call: Call) -> Value | None:
    parser = call.receiver
    given = parser.call.value(0, "dataclass_types") if isinstance(parser, Object) else None
    if given is None:
        return None
    classes = [given] if isinstance(given, Class) else items_of(call.interpreter, given)
    if classes is None:
        return None
    made = [_default_instance(call, cls) or Unknown(call.place) for cls in classes]
    return Sequence("tuple", list(made), call.place)


def _default_instance(call: Call, cls: Value) -> Value | None:
    """An instance with the defaults of its class, each of which the user may override."""
    if not isinstance(cls, Class):
        return None
    run = call.interpreter
    made = run.invocation.instantiate(cls, Call("", [], {}, call.place, run))
    if isinstance(made, Instance):
        for name, value in values_of(made).items():
            made.attributes[name] = _soft_field(value)
    return made


def _soft_field(value: Value) -> Value:
    return softened(value) if isinstance(value, Const | Sequence) else value
