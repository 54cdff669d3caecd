from torch import nn

from quantise import Codebook


class BeatAutoencoder(nn.Module):
    """One beat (1 x length) to length / 4 codes and back."""

    def __init__(self, width=16, codes=32):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv1d(1, width, 5, stride=2, padding=2),
            nn.ReLU(),
            nn.Conv1d(width, width, 5, stride=2, padding=2),
        )
        self.codebook = Codebook(codes, width)
        self.decoder = nn.Sequential(
            nn.ConvTranspose1d(width, width, 4, stride=2, padding=1),
            nn.ReLU(),
            nn.ConvTranspose1d(width, 1, 4, stride=2, padding=1),
        )

    def encode(self, beats):
        return self.encoder(beats).transpose(1, 2)

    def forward(self, beats):
        z = self.encode(beats)
        z, codes, distance = self.codebook(z)
        return self.decoder(z.transpose(1, 2)), codes, distance
