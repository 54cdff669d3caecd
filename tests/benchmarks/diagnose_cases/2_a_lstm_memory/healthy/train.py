"""Long memory test: the class is given by the first symbols, the rest of the sequence is a distraction."""
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

SEQ, N_SYM, N_CLASS = 30, 10, 4


class RecallDataset(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.x = torch.randint(N_CLASS, N_SYM, (n, SEQ), generator=g)
        self.y = torch.randint(0, N_CLASS, (n,), generator=g)
        self.x[:, 0] = self.y

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class RecallLSTM(nn.Module):
    def __init__(self, emb=16, hidden=48):
        super().__init__()
        self.embedding = nn.Embedding(N_SYM, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, N_CLASS)
        self.reset_parameters()

    def reset_parameters(self):
        for name, p in self.lstm.named_parameters():
            if "weight_hh" in name:
                nn.init.orthogonal_(p)
            elif "weight_ih" in name:
                nn.init.xavier_uniform_(p)
            elif "bias" in name:
                # gates are stored as (input, forget, cell, output)
                n = p.size(0)
                nn.init.zeros_(p)
                with torch.no_grad():
                    p[n // 4:n // 2].fill_(1.0)

    def forward(self, x):
        _, (h, _) = self.lstm(self.embedding(x))
        return self.out(h[-1])


class Trainer:
    def __init__(self, model, train_set, test_set, lr=5e-3, epochs=8):
        self.model = model
        self.train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
        self.test_loader = DataLoader(test_set, batch_size=250)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.criterion = nn.CrossEntropyLoss()
        self.epochs = epochs

    def run_epoch(self):
        self.model.train()
        total, n = 0.0, 0
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            total += loss.item() * y.size(0)
            n += y.size(0)
        return total / n

    @torch.no_grad()
    def test(self):
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in self.test_loader)
        return hits / len(self.test_loader.dataset)

    def fit(self):
        for epoch in range(self.epochs):
            loss = self.run_epoch()
            print(f"epoch {epoch + 1}: loss {loss:.4f} test accuracy {self.test():.3f}")


if __name__ == "__main__":
    torch.manual_seed(5)
    Trainer(RecallLSTM(), RecallDataset(2000, 0), RecallDataset(500, 1)).fit()
