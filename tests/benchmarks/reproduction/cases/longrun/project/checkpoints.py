from pathlib import Path

import torch


def save_checkpoint(path, trainer):
    torch.save(
        {
            "epoch": trainer.epoch,
            "model": trainer.model.state_dict(),
            "optimizer": trainer.optimizer.state_dict(),
            "scheduler": trainer.scheduler.state_dict(),
        },
        path,
    )


def load_checkpoint(path, trainer):
    if not Path(path).exists():
        raise FileNotFoundError(f"nothing to resume from: {path}")
    stored = torch.load(path, weights_only=True)
    trainer.model.load_state_dict(stored["model"])
    trainer.optimizer.load_state_dict(stored["optimizer"])
    trainer.epoch = stored["epoch"]
