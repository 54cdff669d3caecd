import torch

OPTIMIZERS = {"adamw": torch.optim.AdamW, "adam": torch.optim.Adam}


def build_optimizer(model, settings):
    options = settings["optimizer"]
    kind = OPTIMIZERS[options.get("name", "adam")]
    return kind(
        model.parameters(),
        lr=options.get("lr", 1e-3),
        weight_decay=options.get("weight_decay", 0.0),
        betas=tuple(options.get("betas", (0.9, 0.999))),
    )
