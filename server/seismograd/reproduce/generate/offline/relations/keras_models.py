"""Models of Keras that a function of the project builds, or a class of it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake, is_keras
from seismograd.reproduce.generate.offline.relations.subject import Subject, likely_classes

MOST_MODELS = 3
_HELPERS = '''\
def numbers(outputs):
    """All numbers of an output, in a row."""
    parts = [keras.ops.convert_to_numpy(one) for one in keras.tree.flatten(outputs)]
    return np.concatenate([part.ravel().astype("float64") for part in parts])


def distance(first, second):
    """The largest difference, as a share of large numbers, whose rounding is larger, too."""
    if first.shape != second.shape:
        return 1.0
    return float(np.abs(first - second).max() / max(1.0, np.abs(first).max()))


def seed(number):
    keras.utils.set_random_seed(number)


def framework_seed(number):
    keras.utils.set_random_seed(number)


def run(model, given):
    return model(given, training=False)


def answer(model):
    return numbers(run(model, x))


def answer_alone(model):
    return numbers(run(model, keras.tree.map_structure(lambda one: one[:1], x)))


def of_first(model):
    return numbers(keras.tree.map_structure(lambda one: one[:1], run(model, x)))


def copied(model):
    again = make()
    run(again, x)
    again.set_weights(model.get_weights())
    return again


def move(model):
    """As after some training: unlike any new one."""
    rng = np.random.default_rng(0)
    model.set_weights([w + 0.05 * rng.normal(size=w.shape) for w in model.get_weights()])


def state(model):
    file = os.path.join(tempfile.mkdtemp(), "model.weights.h5")
    model.save_weights(file)
    return file


def load(model, file):
    run(model, x)
    model.load_weights(file)
'''
_EXAMPLE = '''\
def example(model, rows, length=8):
    """Inputs of the shapes that the model declares."""
    rng = np.random.default_rng(0)
    shapes = [(rows, *(size or length for size in one.shape[1:])) for one in model.inputs]
    whole = ["int" in one.dtype for one in model.inputs]
    made = [
        rng.integers(0, 2, shape) if is_whole else rng.random(shape, "float32")
        for shape, is_whole in zip(shapes, whole, strict=True)
    ]
    return made[0] if len(made) == 1 else made
'''


def keras_models(case: Case) -> Iterator[Subject]:
    maker = InputMaker(case)
    for symbol in maker.objects.networks(SymbolKind.FUNCTION)[:MOST_MODELS]:
        with suppress(CannotMake):
            yield _of_function(maker, symbol)
    classes = [s for s in likely_classes(case) if s.role is Role.NETWORK and is_keras(s)]
    for symbol in classes[:MOST_MODELS]:
        with suppress(CannotMake):
            yield _of_class(maker, symbol)


def _of_function(maker: InputMaker, symbol: Symbol) -> Subject:
    """Of one that declares its inputs."""
    tree = maker.trees.tree(symbol.file)
    if tree is None or "keras" not in ast.unparse(tree):
        raise CannotMake(symbol.name)
    builder = maker.builder(symbol)
    build = maker.call(builder, symbol)
    rows = builder.size("BATCH")
    return _subject(
        symbol, builder, build, tuple(builder.statements), (f"x = example(model, {rows})",)
    )


def _of_class(maker: InputMaker, symbol: Symbol) -> Subject:
    forward = maker.method(symbol, *FORWARD)
    given = [p for p in forward.parameters if p.default is None] if forward is not None else []
    if forward is None or len(given) != 1:
        raise CannotMake(symbol.name)
    builder = maker.builder(symbol)
    build = maker.call(builder, symbol)
    before = builder.take_statements()
    builder.defined.add("model")
    builder.network = "model"
    made = maker.argument(builder, forward, given[0], maker.shapes.of_inputs(symbol, "model"), 0)
    inputs = (*builder.statements, *([f"x = {made}"] if made != "x" else []))
    return _subject(symbol, builder, build, before, inputs)


def _subject(
    symbol: Symbol,
    builder: DraftBuilder,
    build: str,
    before: tuple[str, ...],
    inputs: tuple[str, ...],
) -> Subject:
    for module in ("import os", "import tempfile"):
        builder.use(module)
    example = (_EXAMPLE,) if any("example(" in line for line in inputs) else ()
    return Subject(
        symbol.name,
        builder,
        frozenset({"answer_alone"}),
        (*example, _HELPERS),
        (
            *before,
            "seed(0)",
            f"def make():\n    return {build}",
            "model = make()",
            *inputs,
            "run(model, x)",
        ),
    )
