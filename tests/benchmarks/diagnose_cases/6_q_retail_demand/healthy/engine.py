import torch
from torch import nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset


class Engine:
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.criterion = nn.MSELoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
        self.scheduler = StepLR(self.optimizer, step_size=cfg["lr_step"], gamma=cfg["lr_gamma"])

    def _run_epoch(self, loader):
        self.model.train()
        total = 0.0
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            total += loss.item() * len(x)
        self.scheduler.step()
        return total / len(loader.dataset)

    def fit(self, train, test):
        loader = DataLoader(TensorDataset(*train), batch_size=self.cfg["batch_size"], shuffle=True)
        for epoch in range(1, self.cfg["epochs"] + 1):
            loss = self._run_epoch(loader)
            print(f"epoch {epoch:2d}  train mse {loss:.4f}  test r2 {self.r2(*test):.3f}")

    @torch.no_grad()
    def r2(self, x, y):
        self.model.eval()
        return 1 - self.criterion(self.model(x), y).item() / y.var().item()
