import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class TagTrainer:
    def __init__(self, model, lr=5e-3, batch_size=64, epochs=10):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.criterion = nn.CrossEntropyLoss()
        self.batch_size = batch_size
        self.epochs = epochs

    def fit(self, docs, tags, val_docs, val_tags):
        loader = DataLoader(TensorDataset(docs, tags), batch_size=self.batch_size, shuffle=True)
        for epoch in range(1, self.epochs + 1):
            self.model.train()
            losses = []
            for x, y in loader:
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                losses.append(loss.item())
            f1, exact = self.score(val_docs, val_tags)
            print(f"epoch {epoch}: loss {sum(losses) / len(losses):.4f}, val micro-F1 {f1:.3f}, exact match {exact:.3f}")

    @torch.no_grad()
    def score(self, docs, tags):
        self.model.eval()
        guess = (torch.sigmoid(self.model(docs)) > 0.5).float()
        tp = (guess * tags).sum()
        f1 = 2 * tp / (guess.sum() + tags.sum()).clamp(min=1)
        exact = (guess == tags).all(dim=1).float().mean()
        return f1.item(), exact.item()
