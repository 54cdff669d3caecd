"""Messages of other versions and machines, by events made by hand."""

from __future__ import annotations

import pytest

from seismograd.faults import FaultType
from seismograd.traces import TraceSummary
from seismograd.traces.events import Data, Layer, Loader, LossFunction, Place, Start
from seismograd.traces.summary import Parts
from tests.localise.crashes.events import SCRIPT, explained, layer, own, tensor

DEVICES = "Expected all tensors to be on the same device, but found at least two devices, {}"


def test_a_batch_that_was_not_moved() -> None:
    x = tensor("x", 4, 3)
    weight = tensor("self.weight", 2, 3, device="cuda:0")
    found = explained(
        DEVICES.format("cuda:0 and cpu!"), own(7, x), layer("Linear", 2, "in_features=3", weight, x)
    )
    assert found is not None
    assert (found.place, found.fault_type) == (Place(SCRIPT, 7), FaultType.API)
    assert "`x` is on cpu" in found.cause


def test_a_model_that_was_not_moved() -> None:
    x, weight = tensor("x", 4, 3, device="cuda:0"), tensor("self.weight", 2, 3)
    found = explained(
        DEVICES.format("cpu and cuda:0!"), own(7, x), layer("Linear", 2, "in_features=3", weight, x)
    )
    assert found is not None
    assert found.place == Place(SCRIPT, 2)
    assert "The model is on cpu" in found.cause


def test_a_tensor_made_in_forward() -> None:
    source = "def forward(self, x):\n    h = torch.zeros(4, 3)\n    return x + h\n"
    x, h = tensor("x", 4, 3, device="cuda:0"), tensor("h", 4, 3)
    found = explained(DEVICES.format("cuda:0 and cpu!"), own(3, x, h), source=source)
    assert found is not None
    assert found.place == Place(SCRIPT, 2)


@pytest.mark.parametrize(
    "kinds", [("cuda.FloatTensor", "FloatTensor"), ("FloatTensor", "cuda.FloatTensor")]
)
def test_devices_in_convolutions(kinds: tuple[str, str]) -> None:
    message = "Input type (torch.{}) and weight type (torch.{}) should be the same"
    found = explained(message.format(*kinds), own(3))
    assert found is not None
    assert found.name == "device-mismatch"


def test_a_generator_on_another_device() -> None:
    found = explained("Expected a 'cuda' device type for generator but found 'cpu'", own(3))
    assert found is not None
    assert found.name == "generator-on-other-device"
    assert found.cause.startswith("The random generator is on cpu")


def test_types_in_convolutions_are_no_devices() -> None:
    message = "Input type (torch.cuda.DoubleTensor) and weight type (torch.cuda.FloatTensor) should"
    x, weight = tensor("x", 4, 3, dtype="float64"), tensor("self.weight", 2, 3)
    conv = layer("Conv2d", 2, "3, 2, kernel_size=(1, 1)", weight, x)
    found = explained(
        f"{message} be the same", own(7, x), conv, source="\n" * 5 + "x = f()\nconv(x)"
    )
    assert found is not None
    assert (found.name, found.place) == ("dtype-mismatch", Place(SCRIPT, 6))


def test_an_assertion_on_the_gpu_is_told_by_the_data() -> None:
    parts = Parts(
        layers=(
            Layer(
                0.0,
                0,
                "fc",
                "Linear",
                0,
                Place(SCRIPT, 4),
                Place(SCRIPT, 9),
                20,
                20,
                (8, 4),
                (8, 5),
            ),
        ),
        loss_functions=(LossFunction(0.0, 0, "CrossEntropyLoss", input_shape=(8, 5)),),
        data=(Data(0.0, 0, labels={"0": 3, "5": 2}),),
    )
    found = explained(
        "CUDA error: device-side assert triggered", own(12), summary=TraceSummary(parts=parts)
    )
    assert found is not None
    assert (found.place, found.fault_type) == (Place(SCRIPT, 4), FaultType.LCN)
    assert "5 classes" in found.cause


def test_out_of_memory_names_the_largest() -> None:
    parts = Parts(
        layers=(
            Layer(0.0, 0, "conv", "Conv2d", 0, Place(SCRIPT, 4), output_shape=(512, 64, 224, 224)),
        ),
        loaders=(Loader(0.0, 0, "DataLoader", Place(SCRIPT, 6), 512),),
    )
    found = explained(
        "CUDA out of memory. Tried to allocate 6.12 GiB. GPU 0 has a total capacity of 15.77 GiB",
        own(12),
        kind="torch.OutOfMemoryError",
        summary=TraceSummary(parts=parts),
    )
    assert found is not None
    assert found.fault_type is FaultType.HBS
    assert "6.1 GiB" in found.cause
    assert "the output of conv (6.1 GiB)" in found.cause


@pytest.mark.parametrize(
    ("message", "fault_type"),
    [
        ("expected scalar type Long but found Float", FaultType.CPP),  # torch 2.2
        ("expected target dtype to be Long or Byte, but got Float", FaultType.CPP),
    ],
)
def test_class_targets_by_version(message: str, fault_type: FaultType) -> None:
    target = tensor("target", 8)
    loss = layer("CrossEntropyLoss", 2, "", tensor("input", 8, 3), target)
    found = explained(message, own(5, tensor("y", 8)), loss)
    assert found is not None
    assert found.fault_type is fault_type
    assert "int64" in found.cause


def test_a_worker_s_error_is_explained_where_it_was_raised() -> None:
    message = (
        "Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call "
        'last):\n  File "/venv/torch/utils/data/_utils/worker.py", line 3, in _worker_loop\n'
        "    data = fetcher.fetch(index)\n"
        '  File "/project/data.py", line 14, in __getitem__\n    return x.view(3)\n'
        "RuntimeError: shape '[3]' is invalid for input of size 4\n"
    )
    found = explained(message, own(5), summary=TraceSummary(start=Start(root="/project")))
    assert found is not None
    assert (found.place, found.fault_type) == (Place("data.py", 14), FaultType.SHAPE)


def test_an_error_of_torch_that_is_not_known() -> None:
    found = explained("something new about streams", own(5))
    assert found is not None
    assert (found.place, found.confidence) == (Place(SCRIPT, 5), 0.2)


@pytest.mark.parametrize(
    "kind", ["NameError", "KeyError", "FileNotFoundError", "ZeroDivisionError"]
)
def test_plain_errors_are_not_explained(kind: str) -> None:
    assert explained("name 'x' is not defined", own(5), kind=kind) is None
