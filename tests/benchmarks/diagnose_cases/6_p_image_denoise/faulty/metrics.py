import torch


def mse(a, b):
    return (a - b).pow(2).flatten(1).mean(1)


def psnr(a, b):
    return (10 * torch.log10(255.0 ** 2 / mse(a, b))).mean().item()


def mae(a, b):
    return (a - b).abs().mean().item()
