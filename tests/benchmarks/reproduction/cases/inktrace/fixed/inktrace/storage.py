import json
from pathlib import Path

import torch

from inktrace.network import InkNet

OPTIONS = ("points", "hidden", "layers", "classes", "activation")


def save(net, folder):
    """Weights and what is needed to build the network again."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    options = {name: getattr(net, name) for name in OPTIONS}
    (folder / "options.json").write_text(json.dumps(options, indent=2))
    torch.save(net.state_dict(), folder / "weights.pt")


def load(folder):
    folder = Path(folder)
    net = InkNet(**json.loads((folder / "options.json").read_text()))
    net.load_state_dict(torch.load(folder / "weights.pt"))
    return net.eval()
