from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Fit, Layer, Program
from seismograd.program.numpy.sources import root_of
from seismograd.program.operations import TRANSPARENT, chain, through
from seismograd.rules.layer_facts import certain
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call

_OF_WORD_NUMBERS = ("keras.datasets.imdb.load_data", "keras.datasets.reuters.load_data")

_KEEPING = TRANSPARENT | {"getitem", "pad", "pad_sequences", "split", "tensor"}


class EmbeddingTooSmall(Rule):
    """
    ## What it does
    Finds an embedding with fewer rows than the word numbers that it is given.

    ## Why is this bad?
    A number beyond the table has no row: it stops with an error on a CPU, and on a GPU some
    backends read zeros or anything else without a word.

    ## Example
    ```python
    (x_train, y_train), _ = keras.datasets.imdb.load_data(num_words=20000)
    model = keras.Sequential([layers.Embedding(10000, 32), layers.LSTM(32), layers.Dense(1)])
    ```

    ## How to fix
    ```python
    model = keras.Sequential([layers.Embedding(20000, 32), layers.LSTM(32), layers.Dense(1)])
    ```

    ## When to ignore
    Where the numbers are cut off on their way in a way that cannot be seen here.

    ## References
    - Keras documentation of `keras.layers.Embedding`, argument `input_dim`: the size of the
      vocabulary, which is the highest number plus one.
    """

    code = "SG908"
    name = "embedding-too-small"
    fault_type = FaultType.SHAPE
    severity = Severity.ERROR
    confidence = 0.92
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            loaded = _loaded_words(fit)
            count = None if loaded is None else loaded.integer(None, "num_words")
            if loaded is None or count is None:
                continue
            for layer in _first_embeddings(fit):
                rows = layer.setting("in_units")
                held = None if rows is None or not certain(rows) else rows.integer
                if rows is not None and held is not None and held < count:
                    yield self._finding(layer, held, count, loaded)

    def _finding(self, layer: Layer, held: int, count: int, loaded: Call) -> Finding:
        return self.finding(
            layer.place.span,
            f"The embedding has {held} rows, but word numbers go up to {count - 1}: those beyond "
            "its end have no row.",
            because=f"The data is loaded with num_words={count}.",
            related=[Related(loaded.place.span, "loaded here")],
            layer=layer.index,
        )


def _loaded_words(fit: Fit) -> Call | None:
    """The call that loaded word numbers, which nothing but padding has changed since."""
    root = root_of(fit.inputs)
    call = None if root is None else root.call
    kept = all(step.op in _KEEPING for step in chain(fit.inputs)[1:])
    return call if call is not None and call.path in _OF_WORD_NUMBERS and kept else None


def _first_embeddings(fit: Fit) -> Iterator[Layer]:
    """The embeddings that the inputs of a network go into as they are."""
    network = fit.network
    for layer in network.layers if network is not None else ():
        tensor = layer.tensor if layer.kind == "embedding" else None
        source = through(tensor.inputs[0]) if tensor is not None and tensor.inputs else None
        if network is not None and source is not None and source is network.input:
            yield layer
