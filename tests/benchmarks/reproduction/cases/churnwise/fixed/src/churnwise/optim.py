import torch


def count(parameters):
    return sum(parameter.numel() for parameter in parameters)


def build_optimizer(model, lr, weight_decay, freeze_embeddings=False):
    """AdamW over everything that is to be trained; vectors (biases, norms) are not decayed."""
    if freeze_embeddings:
        for parameter in model.embeddings.parameters():
            parameter.requires_grad_(False)
    trainable = [p for p in model.parameters() if p.requires_grad]
    decayed = [p for p in trainable if p.ndim > 1]
    others = [p for p in trainable if p.ndim <= 1]
    print(f"{count(decayed)} decayed and {count(others)} other parameters")
    groups = [
        {"params": decayed, "weight_decay": weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=lr)
