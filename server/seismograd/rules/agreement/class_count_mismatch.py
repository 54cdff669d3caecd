from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.numpy.sources import known_classes
from seismograd.program.operations import through
from seismograd.program.settings import Setting
from seismograd.program.torch.datasets import IMAGE_SETS, dataset_name, underlying
from seismograd.rules.agreement._labels import Labels, labels_of
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object, Place, Tensor, Value
from seismograd.source.rewrite import replace


class ClassCountMismatch(Rule):
    """
    ## What it does
    Finds a last layer whose width is not the number of classes: of a well-known data set, or of
    the one-hot labels it is trained on.

    ## Why is this bad?
    With too few units labels point past the end: training stops with an error (on a GPU with one
    that is hard to read). One-hot labels of another width are an error too. With too many units
    the rest is never right; it only wastes weights.

    ## Example
    ```python
    data = datasets.CIFAR100("data", transform=transforms.ToTensor())
    head = nn.Linear(512, 10)
    ```

    ## How to fix
    ```python
    head = nn.Linear(512, 100)
    ```

    ## When to ignore
    Where labels are merged or left out in a way that cannot be seen in the source.

    ## References
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`: class indices are in [0, C).
    - Keras documentation of `keras.utils.to_categorical`.
    """

    code = "SG121"
    name = "class-count-mismatch"
    fault_type = FaultType.LCN
    alternatives = (FaultType.SHAPE,)
    severity = Severity.ERROR
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind not in CATEGORICAL | {"nll"} or output.units in (None, 1):
                continue
            labels = labels_of(loss, program)
            classes = None if labels is None else _classes(loss, labels)
            if labels is not None and classes is not None and classes != output.units:
                yield self._finding(loss, output, labels, classes)

    def _finding(self, loss: LossUse, output: Output, labels: Labels, classes: int) -> Finding:
        units = None if output.layer is None else output.layer.setting("units")
        place = output.place if units is None else units.place
        few = labels.encoding == "one_hot" or (output.units or 0) < classes
        effect = "training stops with an error." if few else "the further units are never right."
        return self.finding(
            place.span,
            f"The last layer has {output.units} units, but there are {classes} classes: {effect}",
            because=f"The labels have {classes} classes.",
            related=_related(labels.place, loss),
            layer=output.index,
            severity=None if few else Severity.INFO,
            fixes=_fixes(units, classes),
        )


def _related(place: Place | None, loss: LossUse) -> list[Related]:
    return [Related((place or loss.place).span, "the labels")]


def _classes(loss: LossUse, labels: Labels) -> int | None:
    """The number of classes that the labels have, where that is known."""
    if labels.encoding == "one_hot":
        return labels.width
    if labels.encoding != "integer":
        return None
    return _of_image_set(loss.target) or known_classes(loss.target)


def _of_image_set(target: Value | None) -> int | None:
    """The classes of a torchvision set whose labels nothing changes."""
    tensor = through(target)
    if not isinstance(tensor, Tensor) or tensor.op != "labels" or not tensor.inputs:
        return None
    loader = tensor.inputs[0]
    dataset = loader.call.value(0, "dataset") if isinstance(loader, Object) else None
    source = underlying(dataset)
    if isinstance(source, Object) and "target_transform" in source.call.keywords:
        return None
    name = dataset_name(dataset)
    return None if name is None else IMAGE_SETS[name][1]


def _fixes(units: Setting | None, classes: int) -> list[Fix]:
    """Only a number that stands in the layer itself is changed."""
    if units is None or units.source != units.place:
        return []
    edit = replace(units.place, str(classes))
    return unsafe_fix(f"Use {classes} units", edit)
