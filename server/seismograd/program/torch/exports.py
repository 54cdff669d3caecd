"""What star imports of PyTorch modules bring."""

from __future__ import annotations

from seismograd.program.torch.containers import DICTS, LISTS
from seismograd.program.torch.layers import LAYERS
from seismograd.program.torch.training import (
    LOSS_FUNCTIONS,
    LOSS_MODULES,
    OPTIMISER_PARAMETERS,
    SCHEDULER_PARAMETERS,
)
from seismograd.program.torch.vocabulary import FUNCTIONAL
from seismograd.source.evaluate.library import Library

_PARTS = ("Module", "Parameter", "functional", "init", "utils")
_TRANSFORMS = (
    "CenterCrop", "ColorJitter", "Compose", "Grayscale", "Lambda", "Normalize", "Pad",
    "RandomAffine", "RandomCrop", "RandomErasing", "RandomHorizontalFlip", "RandomResizedCrop",
    "RandomRotation", "RandomVerticalFlip", "Resize", "ToPILImage", "ToTensor",
)  # fmt: skip
_DATA = ("ConcatDataset", "DataLoader", "Dataset", "IterableDataset", "RandomSampler", "Subset",
         "TensorDataset", "WeightedRandomSampler", "random_split")  # fmt: skip


def register(library: Library) -> None:
    containers = (path.rpartition(".")[2] for path in (*LISTS, *DICTS))
    library.exports.update(
        {
            "torch.nn": frozenset({*LAYERS, *LOSS_MODULES, *containers, *_PARTS}),
            "torch.nn.functional": frozenset({*FUNCTIONAL, *LOSS_FUNCTIONS}),
            "torch.optim": frozenset({*OPTIMISER_PARAMETERS, "Optimizer", "lr_scheduler"}),
            "torch.optim.lr_scheduler": frozenset(SCHEDULER_PARAMETERS),
            "torch.utils.data": frozenset(_DATA),
            "torchvision.transforms": frozenset(_TRANSFORMS),
        }
    )
