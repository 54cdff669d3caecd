from __future__ import annotations

from typing import Any

import numpy
import pytest
import torch

from seismograd_sandbox.guest.arrays import describe_array, is_array


def huge() -> Any:
    return torch.zeros(1).expand(10**12)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: torch.tensor([1.0, -2.0]), {"min": -2.0, "max": 1.0, "nan": 0}),
        (lambda: torch.tensor([1, 5]), {"min": 1, "max": 5, "nan": 0}),
        (lambda: torch.tensor([True, False]), {"min": 0, "max": 1, "nan": 0}),
        (lambda: torch.tensor(3.5), {"min": 3.5, "max": 3.5, "nan": 0}),
        (lambda: torch.zeros(0, 4), {}),
        (lambda: torch.ones(2, dtype=torch.complex64), {}),
        (lambda: torch.ones(2, device="meta"), {}),
        (huge, {}),
        (lambda: torch.ones(2, dtype=torch.bfloat16), {"min": 1.0, "max": 1.0, "nan": 0}),
        (lambda: torch.ones(2).to(torch.float8_e4m3fn), {"min": 1.0, "max": 1.0, "nan": 0}),
        (lambda: torch.eye(3).to_sparse(), {"min": 1.0, "max": 1.0, "nan": 0}),
        (lambda: torch.eye(3).to_sparse_csr(), {"min": 1.0, "max": 1.0, "nan": 0}),
        (lambda: torch.zeros(3).to_sparse(), {"nan": 0}),
        (
            lambda: torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.quint8),
            {"min": 1.0, "max": 1.0, "nan": 0},
        ),
        (
            lambda: torch.tensor([float("nan"), float("-inf"), 2.0]),
            {"min": 2.0, "max": 2.0, "nan": 1, "inf": 1},
        ),
        (lambda: torch.full((2,), float("nan")), {"nan": 2}),
        (lambda: torch.tensor([float("inf"), 1.0]), {"min": 1.0, "max": 1.0, "nan": 0, "inf": 1}),
        (lambda: numpy.array([float("nan"), 4.0]), {"min": 4.0, "max": 4.0, "nan": 1}),
        (lambda: numpy.array([2, 3], dtype="uint8"), {"min": 2, "max": 3, "nan": 0}),
        (lambda: numpy.array(["a"]), {}),
        (lambda: numpy.zeros((0, 3)), {}),
        (lambda: numpy.array([object()]), {}),
        (lambda: numpy.ones(2, dtype="complex64"), {}),
    ],
)
def test_every_kind_of_array_has_a_range_or_none(make: Any, expected: dict[str, Any]) -> None:
    array = make()
    assert is_array(array)
    fields = describe_array(array)
    assert "unmeasured" not in fields
    assert fields["shape"] == list(array.shape)
    known = {"shape", "dtype", "device", "requires_grad", "grad_fn"}
    assert {name: value for name, value in fields.items() if name not in known} == expected


def test_nested_tensors_have_no_shape() -> None:
    nested = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])
    assert "dtype" in describe_array(nested)


def test_a_subclass_is_described_without_its_own_functions() -> None:
    class Loud(torch.Tensor):
        @classmethod
        def __torch_function__(cls, *_: Any, **__: Any) -> Any:
            raise AssertionError("should not be called")

    with torch._C.DisableTorchFunction():
        loud = torch.ones(2).as_subclass(Loud)
        fields = describe_array(loud)
    assert (fields["min"], fields["max"]) == (1.0, 1.0)


def test_tensors_inside_of_a_transformation_are_not_measured() -> None:
    seen: list[dict[str, Any]] = []

    def look(x: Any) -> Any:
        seen.append(describe_array(x))
        return x

    torch.vmap(look)(torch.ones(3, 2))
    assert seen[0]["shape"] == [2]


def test_nothing_is_drawn_and_no_graph_is_made() -> None:
    before = torch.get_rng_state()
    tensor = torch.ones(3, requires_grad=True)
    describe_array(tensor * 2)
    assert torch.equal(torch.get_rng_state(), before)
    assert tensor.grad is None


@pytest.mark.parametrize("value", [1, "a", [1.0], None, object(), torch, numpy.float32(1)])
def test_other_things_are_no_arrays(value: Any) -> None:
    assert not is_array(value)
