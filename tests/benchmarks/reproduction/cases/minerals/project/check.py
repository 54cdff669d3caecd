"""python check.py weights.pt: accuracy on samples that were not seen."""

import sys

import torch

from minerals.dataset import MineralDataset
from minerals.model import build
from minerals.samples import collect


@torch.no_grad()
def accuracy(model, dataset):
    model.eval()
    right = sum(model(x[None]).argmax().item() == label for x, label in dataset_items(dataset))
    return right / len(dataset)


def dataset_items(dataset):
    return (dataset[index] for index in range(len(dataset)))


if __name__ == "__main__":
    dataset = MineralDataset(collect(count=100, seed=1))
    model = build(len(dataset.classes))
    model.load_state_dict(torch.load(sys.argv[1]))
    print(f"accuracy {accuracy(model, dataset):.2f}")
