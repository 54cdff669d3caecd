import torch
from torch import nn

SIZE = 10


class GlyphVAE(nn.Module):
    def __init__(self, code=4, hidden=48):
        super().__init__()
        self.code = code
        self.encoder = nn.Sequential(
            nn.Flatten(), nn.Linear(SIZE * SIZE, hidden), nn.ReLU(), nn.Linear(hidden, 2 * code)
        )
        self.decoder = nn.Sequential(
            nn.Linear(code, hidden),
            nn.ReLU(),
            nn.Linear(hidden, SIZE * SIZE),
            nn.Unflatten(1, (SIZE, SIZE)),
        )

    def forward(self, glyphs):
        mu, logvar = self.encoder(glyphs).chunk(2, dim=1)
        code = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.decoder(code), mu, logvar

    @torch.no_grad()
    def sample(self, count):
        return self.decoder(torch.randn(count, self.code)).sigmoid()
