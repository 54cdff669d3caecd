"""Definitions for the top of a script that compares two ways, by framework."""

from __future__ import annotations

from collections.abc import Mapping

NUMBERS = '''\
def numbers(value):
    """All numbers of an output, in a row."""
    if isinstance(value, torch.Tensor):
        return value.double().flatten()
    if isinstance(value, (int, float)):
        return torch.tensor([float(value)]).double()
    parts = value.values() if isinstance(value, dict) else value
    return torch.cat([numbers(one) for one in parts if one is not None])


def distance(first, second):
    """The largest difference, as a share of large numbers, whose rounding is larger, too."""
    if first.shape != second.shape:
        return 1.0
    scale = max(1.0, first.abs().max().item())
    return (first - second).abs().max().item() / scale
'''
SEEDING = """\
def seed(number):
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)


def framework_seed(number):
    torch.manual_seed(number)
"""
_TORCH = '''\
def first_rows(value):
    """Of each output what belongs to the first example."""
    if isinstance(value, torch.Tensor):
        return value[:1]
    parts = value.values() if isinstance(value, dict) else value
    return [first_rows(one) for one in parts if one is not None]


def evaluated(model, run):
    model.eval()
    with torch.no_grad():
        return run(model)


def state(model):
    return {name: value.clone() for name, value in model.state_dict().items()}


def load(model, values):
    model.load_state_dict(values)


def copied(model):
    return copy.deepcopy(model)


def move(model):
    """As after some training: unlike any new one."""
    model.train()
    numbers(run(model))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
'''
_KERAS = '''\
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


framework_seed = seed


def first_rows(outputs):
    """Of each output what belongs to the first example."""
    return keras.tree.map_structure(lambda one: one[:1], outputs)


def evaluated(model, run):
    return run(model)


def state(model):
    file = os.path.join(tempfile.mkdtemp(), "model.weights.h5")
    model.save_weights(file)
    return file


def load(model, file):
    run(model)
    model.load_weights(file)


def copied(model):
    again = make()
    run(again)
    again.set_weights(model.get_weights())
    return again


def move(model):
    """As after some training: unlike any new one."""
    rng = np.random.default_rng(0)
    run(model)
    model.set_weights([w + 0.05 * rng.normal(size=w.shape) for w in model.get_weights()])


def example(model, rows, length=8):
    """Inputs of the shapes that the model declares."""
    rng = np.random.default_rng(0)
    (declared,) = model.inputs
    shape = (rows, *(size or length for size in declared.shape[1:]))
    is_whole = "int" in declared.dtype
    return rng.integers(0, 2, shape) if is_whole else rng.random(shape, "float32")
'''
OF_NETWORKS: Mapping[bool, tuple[str, ...]] = {False: (NUMBERS, SEEDING, _TORCH), True: (_KERAS,)}
"""By whether it is Keras."""
