"""Loss functions as they are met: what they were given, and where they were built."""

from __future__ import annotations

import inspect
import weakref
from typing import Any

from ..identity import ByIdentity
from ..output_functions import made_by, out_of_reach
from .call_samples import first_tensor
from .networks import Networks
from .parcel import Rows
from .scene import Scene

CONTAINERS = frozenset({"CompileLoss", "LossesContainer"})


class LossFunctions:
    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._answers: list[tuple[Any, Any]] = []
        self._known: ByIdentity[int] = ByIdentity()
        self._compiled: ByIdentity[dict[str, Any]] = ByIdentity()
        self.fitted: dict[str, Any] | None = None
        """Where `fit` was last called."""

    def note_compiled(self, model: Any, place: Any) -> None:
        if place is not None:
            self._compiled.set(model, place)

    def note_answers(self, model: Any, output: Any) -> None:
        """What a model gave back last, with the layers that made it, where the model tells."""
        tree, outputs = getattr(self._scene.keras, "tree", None), getattr(model, "outputs", None)
        tensors = tree.flatten(output) if tree is not None and outputs else []
        self._answers = []
        if not outputs or len(outputs) != len(tensors):
            return
        makers = [getattr(getattr(o, "_keras_history", None), "operation", None) for o in outputs]
        self._answers = [(weakref.ref(one), maker) for one, maker in zip(tensors, makers)]

    def meet(self, loss: Any, truth: Any, prediction: Any, model: Any) -> None:
        if loss in self._known or type(loss).__name__ in CONTAINERS:
            return
        truth, prediction = first_tensor(truth), first_tensor(prediction)
        if self._scene.on_torch and not self._scene.backend.is_concrete(prediction):
            return  # shapes are being worked out before anything is computed
        number = self._scene.observer.new_id("loss_function")
        self._known.set(loss, number)
        fields = {
            "loss_function": number,
            "type": _name(loss),
            "built": self.place_of(loss, model),
            "called": self._scene.observer.places.caller(),
            "defined": self._defined(loss),
            "input_shape": _shape(prediction),
            "target_shape": _shape(truth),
            "target_dtype": _dtype(truth),
            "from_logits": _from_logits(loss),
            "made_by": made_by(prediction),
            "layer": self._maker_of(prediction),
        }
        self._record(fields, {"input_range": prediction, "target_range": truth})

    def _maker_of(self, prediction: Any) -> int | None:
        """The number of the layer whose output the loss was given as it is."""
        found = (maker for known, maker in self._answers if known() is prediction)
        maker = next(found, None)
        return None if maker is None else self._networks.layer(maker)

    def _record(self, fields: dict[str, Any], tensors: dict[str, Any]) -> None:
        """Ranges are known where there are values; a compiled program has only shapes."""
        backend = self._scene.backend
        parcel = self._scene.post.parcel()
        parcel.number("end", 0.0)
        with backend.aside():
            for name, tensor in tensors.items():
                if backend.may_look() and backend.is_concrete(tensor):
                    parcel.sample(name, tensor)
            self._scene.post.send(parcel, lambda rows: self._arrived(fields, rows))

    def _arrived(self, fields: dict[str, Any], rows: Rows) -> None:
        ranges = {
            str(name): [float(row.values.min()), float(row.values.max())]
            for name, row in rows.items()
            if name != "end"
        }
        targets = rows["target_range"].values if "target_range" in rows else None
        beyond = out_of_reach(fields["made_by"], targets) if targets is not None else None
        if beyond is not None:
            fields["out_of_reach"] = [float(beyond.mean())]
        self._scene.observer.record("loss_function", **fields, **ranges)

    def _defined(self, loss: Any) -> Any:
        """Where the project has the function itself."""
        code: Any = getattr(getattr(loss, "fn", None), "__code__", None)
        file = self._scene.observer.places.in_project(code.co_filename) if code else None
        return None if file is None else {"file": file, "line": code.co_firstlineno}

    def place_of(self, loss: Any, model: Any) -> Any:
        """What Keras makes of a name, it makes late: it was asked for in the call of `compile`."""
        built = self._scene.births.place_of(loss)
        compiled = self._compiled.get(model) if model is not None else None
        return compiled if compiled is not None and built in (None, self.fitted) else built


def _name(loss: Any) -> str:
    if type(loss).__name__ == "LossFunctionWrapper":
        return str(getattr(getattr(loss, "fn", None), "__name__", None) or loss.name)
    return type(loss).__name__


def _from_logits(loss: Any) -> bool | None:
    """Whether it takes scores; None where it does not know the difference."""
    options = getattr(loss, "_fn_kwargs", None)
    known = options.get("from_logits") if isinstance(options, dict) else None
    function: Any = getattr(loss, "fn", None)
    if known is None and str(getattr(function, "__module__", "")).startswith("keras."):
        usual = inspect.signature(function).parameters.get("from_logits")
        known = None if usual is None else usual.default
    return known if isinstance(known, bool) else None


def _shape(tensor: Any) -> list[Any] | None:
    try:
        return [None if length is None else int(length) for length in tensor.shape]
    except (AttributeError, TypeError, ValueError):
        return None


def _dtype(tensor: Any) -> str | None:
    dtype = getattr(tensor, "dtype", None)
    return None if dtype is None else str(getattr(dtype, "name", dtype)).split(".")[-1]
