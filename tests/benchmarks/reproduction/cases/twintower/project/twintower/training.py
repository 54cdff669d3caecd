import torch

from twintower.objective import contrastive_loss
from twintower.towers import TwinTower


def fake_pairs(count=256, seed=0):
    generator = torch.Generator().manual_seed(seed)
    hidden = torch.randn(count, 8, generator=generator)
    to_image = torch.randn(8, 48, generator=generator)
    to_text = torch.randn(8, 24, generator=generator)
    return hidden @ to_image, hidden @ to_text


class ContrastiveTrainer:
    def __init__(self, model=None, lr=1e-3, batch_size=64):
        self.model = model or TwinTower()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=lr)
        self.batch_size = batch_size
        self.history = {"loss": [], "log_scale": []}

    def train_epoch(self, images, texts):
        order = torch.randperm(len(images))
        for chosen in order.split(self.batch_size):
            loss = contrastive_loss(self.model(images[chosen], texts[chosen]))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.history["loss"].append(loss.item())
        self.history["log_scale"].append(self.model.log_scale.item())


if __name__ == "__main__":
    torch.manual_seed(0)
    trainer = ContrastiveTrainer()
    for _ in range(10):
        trainer.train_epoch(*fake_pairs())
    print(trainer.history["loss"][::4])
    print(trainer.history["log_scale"])
