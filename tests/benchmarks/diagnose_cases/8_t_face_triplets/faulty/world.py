import torch


class Faces:
    """Feature vectors in which identity (few directions) is drowned in pose and light (many, stronger)."""

    def __init__(self, pixels=80, identity=10, nuisance=12):
        self.pixels, self.identity, self.nuisance = pixels, identity, nuisance
        self.a = torch.randn(identity, pixels) / identity ** 0.5
        self.b = torch.randn(nuisance, pixels) / nuisance ** 0.5

    def sample(self, people, shots):
        who = torch.arange(people).repeat_interleave(shots)
        code = torch.randn(people, self.identity)[who]
        pose = torch.randn(len(who), self.nuisance)
        x = torch.tanh(0.6 * (code @ self.a + 2.4 * pose @ self.b))
        return x + 0.1 * torch.randn_like(x), who
