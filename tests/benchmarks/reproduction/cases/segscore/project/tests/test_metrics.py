import torch

from segscore import MeanIoU, pixel_accuracy


def test_perfect_prediction():
    truth = torch.tensor([[0, 1], [2, 2]])
    metric = MeanIoU(3)
    metric.update(truth, truth)
    assert metric.compute() == 1.0


def test_half_right():
    truth = torch.tensor([0, 0, 1, 1])
    assert pixel_accuracy(torch.tensor([0, 1, 1, 0]), truth, 2) == 0.5
