from pathlib import Path

import torch


def write(folder, network, optimizer, epoch):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch},
        folder / "last.pt",
    )


def resume(args, network, optimizer):
    """Puts back what a checkpoint holds, if there is one; the number of the next epoch."""
    path = Path(args.folder) / (args.resume or "")
    if not path.is_file():
        return 0
    state = torch.load(path, weights_only=True)
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return state["epoch"] + 1
