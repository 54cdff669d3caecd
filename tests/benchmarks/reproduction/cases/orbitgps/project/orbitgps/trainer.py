import torch
from torch.nn import functional as F


class Trainer:
    """On a GPU in mixed precision, if wanted; on a CPU always in full precision."""

    def __init__(self, model, device="cpu", amp=True, lr=0.05, clip=1.0):
        self.device = torch.device(device)
        self.model = model.to(self.device)
        self.amp = amp and self.device.type == "cuda"
        self.clip = clip
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cuda", enabled=self.amp)

    def step(self, fixes, following):
        with torch.autocast("cuda", torch.float16, enabled=self.amp):
            loss = F.mse_loss(self.model(fixes), following)
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        if self.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.item()

    def fit(self, fixes, following, epochs=5):
        self.model.train()
        fixes, following = fixes.to(self.device), following.to(self.device)
        return [self.step(fixes, following) for _ in range(epochs)]
