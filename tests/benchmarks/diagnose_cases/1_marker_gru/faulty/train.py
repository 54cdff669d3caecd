import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from engine import evaluate, train_one_epoch

SEED = 17
torch.manual_seed(SEED)


def make_sequences(n, length=12, vocab=24):
    """Label = which of the marker tokens 0..7 appears last in the sequence."""
    x = torch.randint(8, vocab, (n, length))
    y = torch.randint(0, 8, (n,))
    pos = torch.randint(length // 2, length, (n,))
    early = torch.randint(0, length // 2, (n,))
    r = torch.arange(n)
    x[r, early] = torch.randint(0, 8, (n,))
    x[r, pos] = y
    return x, y


class SeqClassifier(nn.Module):
    def __init__(self, vocab=24, emb=16, hid=32, classes=8):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.gru = nn.GRU(emb, hid, batch_first=True)
        self.fc = nn.Linear(hid, classes)

    def forward(self, x):
        _, h = self.gru(self.emb(x))
        return self.fc(h[-1])


train_dl = DataLoader(TensorDataset(*make_sequences(2500)), batch_size=32, shuffle=True)
test_dl = DataLoader(TensorDataset(*make_sequences(600)), batch_size=200)
model = SeqClassifier()
optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
criterion = nn.CrossEntropyLoss()
for epoch in range(1, 7):
    tl = train_one_epoch(model, train_dl, criterion, optimizer, clip=5.0)
    print(f"Epoch {epoch}: train loss {tl:.4f}, test acc {evaluate(model, test_dl):.3f}")
