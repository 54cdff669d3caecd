"""Loaders: their settings, splits, transforms and the shapes of their batches."""

from __future__ import annotations

import pytest

from seismograd.program.shapes import shape_text
from seismograd.program.torch.read_data import transforms_of
from seismograd.source.evaluate.values import Sequence, Tensor
from tests.program.reading import TORCH, program_of, value_of

VISION = TORCH + "from torchvision import datasets, transforms as T\n"


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        ("datasets.MNIST('.', transform=T.ToTensor())", "[batch, 1, 28, 28]"),
        ("datasets.CIFAR10('.', transform=T.ToTensor())", "[batch, 3, 32, 32]"),
        ("datasets.CIFAR10('.', transform=T.Compose([T.Resize((64, 48)), T.ToTensor()]))",
         "[batch, 3, 64, 48]"),
        ("datasets.MNIST('.', transform=T.Compose([T.RandomCrop(24), T.ToTensor()]))",
         "[batch, 1, 24, 24]"),
        ("datasets.CIFAR10('.', transform=T.Compose([T.Grayscale(), T.ToTensor()]))",
         "[batch, 1, 32, 32]"),
        ("datasets.CIFAR10('.', transform=make_transform())", "[batch, ?, ?, ?]"),
        ("torch.utils.data.Subset(datasets.MNIST('.', transform=T.ToTensor()), range(10))",
         "[batch, 1, 28, 28]"),
        ("TensorDataset(torch.randn(100, 7), torch.zeros(100))", "[batch, 7]"),
    ],
)  # fmt: skip
def test_shape_of_a_batch(dataset: str, expected: str) -> None:
    code = f"for x, y in DataLoader({dataset}, batch_size=8):\n    pass\n"
    batch = value_of(code, "x", VISION)
    assert isinstance(batch, Tensor)
    assert shape_text(batch.shape) == expected


def test_batches_of_a_data_set_of_the_project() -> None:
    code = """
        class Data(torch.utils.data.Dataset):
            def __init__(self):
                self.x = torch.randn(100, 3, 8)
                self.y = torch.zeros(100)
            def __len__(self):
                return 100
            def __getitem__(self, i):
                return self.x[i], 1.0
        for x, y in DataLoader(Data(), batch_size=8):
            pass
    """
    inputs, labels = value_of(code, "x"), value_of(code, "y")
    assert isinstance(inputs, Tensor)
    assert isinstance(labels, Tensor)
    assert labels.dtype == "float32"
    assert shape_text(labels.shape) == "[batch]"


def test_a_collating_function_hides_the_batch() -> None:
    code = """
        loader = DataLoader(TensorDataset(torch.randn(10, 2)), 4, collate_fn=project.pad)
        for x in loader:
            pass
    """
    assert not isinstance(value_of(code, "x"), Tensor | Sequence)


def test_shapes_flow_from_a_loader_into_the_loss() -> None:
    program = program_of(
        """
        net = nn.Sequential(nn.Flatten(), nn.Linear(28 * 28, 10))
        loader = DataLoader(datasets.MNIST(".", transform=T.ToTensor()), batch_size=32)
        for images, labels in loader:
            loss = F.cross_entropy(net(images), labels)
            loss.backward()
        """,
        VISION,
    )
    assert program.mismatches == []
    output = program.networks[0].output
    assert isinstance(output, Tensor)
    assert shape_text(output.shape) == "[batch, 10]"


def test_data_of_another_size_than_the_network_wants() -> None:
    program = program_of(
        """
        net = nn.Sequential(nn.Flatten(), nn.Linear(28 * 28, 10))
        loader = DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32)
        for images, labels in loader:
            F.cross_entropy(net(images), labels).backward()
        """,
        VISION,
    )
    assert [found.got for found in program.mismatches] == ["[batch, 3072]"]


def test_settings_and_role_of_a_loader() -> None:
    (loader,) = program_of(
        "loader = DataLoader(datasets.MNIST('.', train=False), 64, True, drop_last=True)\n", VISION
    ).loaders
    assert loader.role == "test"
    wanted = {"batch_size": 64, "shuffle": True, "drop_last": True, "num_workers": 0}
    assert {name: loader.settings[name].constant for name in wanted} == wanted


@pytest.mark.parametrize(
    ("dataset", "role"),
    [
        ("datasets.MNIST('.', True)", "train"),
        ("datasets.SVHN('.', split='test')", "test"),
        ("datasets.SVHN('.', 'train')", "train"),
        ("datasets.ImageFolder('data/train')", "train"),
        ("datasets.ImageFolder(root='data/Val/')", "test"),
        ("datasets.ImageFolder('data/flowers')", None),
    ],
)
def test_role_by_the_split_of_the_data_set(dataset: str, role: str | None) -> None:
    (loader,) = program_of(f"loader = DataLoader({dataset})\n", VISION).loaders
    assert loader.role == role


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("T.Compose([T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize((0.5,), (0.5,))])",
         ["RandomHorizontalFlip", "ToTensor", "Normalize"]),
        ("T.ToTensor()", ["ToTensor"]),
        ("T.Compose([T.Compose([T.Resize(8)]), T.ToTensor()])", ["Resize", "ToTensor"]),
        ("None", []),
        ("T.Compose(steps())", None),
        ("T.Compose([lambda image: image, T.ToTensor()])", None),
    ],
)  # fmt: skip
def test_transforms_of_a_loader(transform: str, expected: list[str] | None) -> None:
    code = f"loader = DataLoader(datasets.CIFAR10('.', transform={transform}))\n"
    (loader,) = program_of(code, VISION).loaders
    found = transforms_of(loader)
    names = None if found is None else [step.path.rpartition(".")[2] for step in found]
    assert names == expected
