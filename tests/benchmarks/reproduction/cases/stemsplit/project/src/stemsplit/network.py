import torch
from torch import nn


class ResidualBlock(nn.Module):
    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation)
        self.norm = nn.GroupNorm(1, channels)
        self.act = nn.PReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.act(self.norm(self.conv(x)))


class MaskNet(nn.Module):
    """Predicts one mask for each stem in a learned filter bank (a very small Conv-TasNet).

    Waveforms (batch, samples) become stems (batch, stems, samples). `samples` has to be a multiple
    of `stride`.
    """

    def __init__(self, stems: int = 2, filters: int = 32, stride: int = 8, blocks: int = 3) -> None:
        super().__init__()
        self.stems = stems
        self.stride = stride
        self.encoder = nn.Conv1d(1, filters, 2 * stride, stride, padding=stride // 2, bias=False)
        self.body = nn.Sequential(*[ResidualBlock(filters, 2**i) for i in range(blocks)])
        self.masks = nn.Conv1d(filters, stems * filters, 1)
        self.decoder = nn.ConvTranspose1d(
            filters, 1, 2 * stride, stride, padding=stride // 2, bias=False
        )

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        code = torch.relu(self.encoder(wave.unsqueeze(1)))
        masks = torch.sigmoid(self.masks(self.body(code)))
        masks = masks.unflatten(1, (self.stems, -1))
        masked = (masks * code.unsqueeze(1)).flatten(0, 1)
        return self.decoder(masked).view(len(wave), self.stems, -1)
