from torch import nn

from .pooling import AttentivePooling


class EmotionNet(nn.Module):
    """Emotion of an utterance from its mel frames."""

    def __init__(self, mels=20, width=32, emotions=4):
        super().__init__()
        self.frames = nn.Sequential(
            nn.Linear(mels, width), nn.ReLU(), nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU()
        )
        self.pool = AttentivePooling(width)
        self.head = nn.Sequential(nn.BatchNorm1d(2 * width), nn.Linear(2 * width, emotions))

    def embed(self, mels, lengths):
        return self.pool(self.frames(mels), lengths)

    def forward(self, mels, lengths):
        return self.head(self.embed(mels, lengths))
