import torch

from stemsplit.network import MaskNet


def fade(length: int) -> torch.Tensor:
    """A triangle that never reaches zero, to cross-fade overlapping chunks."""
    half = torch.arange(1, length // 2 + 1, dtype=torch.float32)
    return torch.cat([half, half.flip(0)]) / (length // 2)


@torch.no_grad()
def separate(model: MaskNet, mixture: torch.Tensor, chunk: int = 4096) -> torch.Tensor:
    """Separate a whole track (samples,) chunk by chunk; returns (stems, samples)."""
    model.eval()
    hop = chunk // 2
    window = fade(chunk)
    length = len(mixture)
    hops = max(-(-length // hop), 2)
    mixture = torch.nn.functional.pad(mixture, (0, hops * hop - length))
    total = torch.zeros(model.stems, len(mixture))
    weight = torch.zeros(len(mixture))
    for start in range(0, len(mixture) - hop, hop):
        piece = mixture[start : start + chunk]
        stems = model(piece.unsqueeze(0))[0]
        total[:, start : start + chunk] += window * stems
        weight[start : start + chunk] += window
    return (total / weight)[:, :length]
