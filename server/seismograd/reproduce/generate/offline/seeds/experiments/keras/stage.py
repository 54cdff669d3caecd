"""A Keras model of the project on a bench: how it is made, what it takes, what it gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    drafted,
    method,
    ranked,
)

MOST_BUILDERS = 3
MOST_CLASSES = 3
_MODELS = {"Model", "Sequential", "Functional"}
_DECLARES = re.compile(r"\bInput\(|InputLayer\(|input_shape=|input_dim=")
_REGISTERED = re.compile(r"register_keras_serializable")
EXAMPLE = '''\
def example(model, rows=4, length=8):
    """Inputs of the shapes that the model declares; whole numbers where it looks them up."""
    rng = np.random.default_rng(0)
    layers = list(model._flatten_layers())
    tables = [layer for layer in layers if isinstance(layer, keras.layers.Embedding)]
    limit = min((table.input_dim for table in tables), default=2)
    made = []
    for tensor in model.inputs:
        shape = (rows, *(size or length for size in tensor.shape[1:]))
        looked_up = any(len(t._inbound_nodes) and t.input is tensor for t in tables)
        whole = "int" in tensor.dtype or looked_up
        made.append(rng.integers(1, limit, shape) if whole else rng.random(shape, "float32"))
    return made[0] if len(made) == 1 else made
'''
TRAIN = '''\
def train_a_little(model, x, epochs, **options):
    """A few steps of the model's own training, or of a plain one where it was not compiled."""
    if not model.compiled:
        model.compile("sgd", "mse")
    outputs = model.predict(x, verbose=0)
    is_sparse = "sparse" in str(getattr(model.loss, "name", model.loss))
    y = np.zeros(len(outputs)) if is_sparse else keras.tree.map_structure(np.ones_like, outputs)
    return model.fit(x, y, epochs=epochs, verbose=0, **options)
'''
NUMBERS = '''\
def numbers(outputs):
    """All numbers of an output, in a row."""
    parts = [keras.ops.convert_to_numpy(one) for one in keras.tree.flatten(outputs)]
    return np.concatenate([part.ravel().astype("float64") for part in parts])
'''


@dataclass(frozen=True, slots=True)
class Stage:
    """`setting` leaves a `model` and what it takes as `x`."""

    case: Case
    symbol: Symbol
    bench: Bench
    build: str
    before: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ("x = example(model)",)
    is_layer: bool = False

    @property
    def setting(self) -> tuple[str, ...]:
        return (*self.before, f"model = {self.build}", *self.inputs)

    @property
    def is_declared(self) -> bool:
        """Whether the model says by itself what it takes."""
        return any("example(" in line for line in self.inputs)

    def outputs(self, model: str = "model", x: str = "x", *, training: bool = False) -> str:
        if self.is_layer or training:
            return f"{model}({x}{', training=True' if training else ''})"
        return f"{model}.predict({x}, verbose=0)"

    def draft(
        self,
        idea: str,
        statements: tuple[str, ...],
        *names: str,
        helpers: tuple[str, ...] = (),
        constants: tuple[Constant, ...] = (),
    ) -> Iterator[Draft]:
        example = (EXAMPLE,) if self.is_declared else ()
        for one in drafted(self.case, self.bench, idea, statements, *names,
                           setup=(*example, *helpers), constants=constants):  # fmt: skip
            yield one.with_import("import keras").with_import("import numpy as np")


def stages(case: Case, *, layers: bool = False) -> Iterator[Stage]:
    """What builds a model first: it knows all its settings; then classes of models, and layers."""
    maker = Maker(case)
    for symbol in builders(case)[:MOST_BUILDERS]:
        try:
            yield _of_builder(case, maker, symbol)
        except CannotMake:
            continue
    roles = (Role.NETWORK, Role.LAYER) if layers else (Role.NETWORK,)
    classes = [s for s in ranked(case) if s.role in roles and is_keras(s)]
    for symbol in classes[:MOST_CLASSES]:
        try:
            yield _of_class(case, maker, symbol)
        except CannotMake:
            continue


def _of_builder(case: Case, maker: Maker, symbol: Symbol) -> Stage:
    """A model that declares no inputs takes what its class or its first layer takes."""
    bench = maker.bench(symbol)
    bench.with_numpy = True
    build = maker.call(bench, symbol)
    before = tuple(bench.statements)
    function = maker.trees.function(symbol)
    if function is None or _DECLARES.search(ast.unparse(function)):
        return Stage(case, symbol, bench, build, before)
    bench.statements.clear()
    bench.defined.add("model")
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func).rpartition(".")[2]
        ours = maker.demands.network(name)
        if ours is not None and ours.role is Role.NETWORK:
            return Stage(case, symbol, bench, build, before, _taken_by(maker, bench, ours))
        spec = maker.demands.taken_by(call, "model", 0, True) if name == "Sequential" else None
        if spec is not None:
            bench.tensor("x", spec)
            return Stage(case, symbol, bench, build, before, tuple(bench.statements))
    return Stage(case, symbol, bench, build, before)


def _of_class(case: Case, maker: Maker, symbol: Symbol) -> Stage:
    bench = maker.bench(symbol)
    build = maker.call(bench, symbol)
    before = tuple(bench.statements)
    bench.statements.clear()
    bench.defined.add("model")
    inputs = _taken_by(maker, bench, symbol)
    return Stage(case, symbol, bench, build, before, inputs, symbol.role is Role.LAYER)


def _taken_by(maker: Maker, bench: Bench, symbol: Symbol) -> tuple[str, ...]:
    """Statements that make what a model or layer of that class is called with."""
    forward = method(maker, symbol, *FORWARD)
    given = forward.parameters if forward is not None else ()
    required = [p for p in given if p.default is None and not p.is_variadic]
    if forward is None or len(required) != 1:
        raise CannotMake(symbol.name)
    specs = maker.demands.of_inputs(symbol, "model")
    made = maker.argument(bench, forward, required[0], specs, 0)
    return (*bench.statements, *([f"x = {made}"] if made != "x" else []))


def builders(case: Case) -> list[Symbol]:
    """Functions that give a model, those that the report names or accuses first."""
    trees = SourceTrees(case.project)
    models = {s.name for s in case.project.symbols if s.role is Role.NETWORK and is_keras(s)}
    found = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.FUNCTION and s.module and s.file not in case.project.tests
        and _gives_model(trees, s, models)
    ]  # fmt: skip
    words = {name.rpartition(".")[2] for name in case.report.names}
    accused = [one.symbol for one in find_suspects(case.project, case.report)]
    return sorted(found, key=lambda s: (s.name not in words, s not in accused))


def _gives_model(trees: SourceTrees, symbol: Symbol, classes: set[str]) -> bool:
    """Whether what it returns is made by a class of models, here or in Keras."""
    function = trees.function(symbol)
    if function is None:
        return False
    is_keras_file = "keras" in ast.unparse(trees.tree(symbol.file) or ast.Module([], []))
    known = classes | (_MODELS if is_keras_file else set())
    made = {
        ast.unparse(node.targets[0])
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and _is_call_of(node.value, known)
    }
    returned = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    return any(_is_call_of(one, known) or ast.unparse(one) in made for one in returned)


def _is_call_of(node: ast.expr, names: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return ast.unparse(node.func).rpartition(".")[2] in names


def custom_objects(case: Case) -> tuple[tuple[str, ...], str]:
    """Imports of the project's own layers, and the argument that names them to a loader; both
    empty where they are registered."""
    trees = SourceTrees(case.project)
    roles = (Role.LAYER, Role.NETWORK, Role.LOSS, Role.METRIC)
    ours = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.CLASS and s.role in roles and is_keras(s) and s.module
        and s.file not in case.project.tests and not _is_registered(trees, s)
    ]  # fmt: skip
    if not ours:
        return (), ""
    pairs = ", ".join(f"{s.name!r}: {s.name}" for s in ours)
    imports = tuple(f"from {s.module} import {s.name}" for s in ours)
    return imports, f", custom_objects={{{pairs}}}"


def _is_registered(trees: SourceTrees, symbol: Symbol) -> bool:
    node = trees.class_of(symbol)
    decorators = node.decorator_list if node else []
    return any(_REGISTERED.search(ast.unparse(one)) for one in decorators)
