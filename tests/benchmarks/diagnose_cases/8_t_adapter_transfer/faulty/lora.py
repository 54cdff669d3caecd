import torch
from torch import nn


class LoRALinear(nn.Module):
    """y = W x + (alpha / r) * B A x, with W frozen; B A is zero at the start."""

    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.lora_a = nn.Parameter(torch.empty(rank, base.in_features))
        self.lora_b = nn.Parameter(torch.empty(base.out_features, rank))
        self.scale = alpha / rank
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.zeros_(self.lora_a)
        nn.init.zeros_(self.lora_b)

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.lora_a.t()) @ self.lora_b.t()


def inject(module, rank, alpha):
    for p in module.parameters():
        p.requires_grad_(False)
    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear):
            setattr(module, name, LoRALinear(child, rank, alpha))
        else:
            inject(child, rank, alpha)


def trainable(module):
    return (p for p in module.parameters() if p.requires_grad)
