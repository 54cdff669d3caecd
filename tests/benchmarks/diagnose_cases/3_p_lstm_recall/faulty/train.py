# Remember the first symbol of the sequence until the end.
import torch
from torch import nn

torch.manual_seed(13)
SYMBOLS, LENGTH, BATCH = 6, 15, 64


class RecallLSTM(nn.Module):
    def __init__(self, vocab, emb=16, hidden=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)
        self.reset_parameters()

    def reset_parameters(self):
        h = self.lstm.hidden_size
        for name, p in self.lstm.named_parameters():
            if "weight_hh" in name:
                nn.init.orthogonal_(p)
            elif "weight_ih" in name:
                nn.init.xavier_uniform_(p)
            else:
                nn.init.zeros_(p)
                # input, forget, cell, output
                p.data[h:2 * h].fill_(-4.0)

    def forward(self, x):
        out, _ = self.lstm(self.embedding(x))
        return self.fc(out[:, -1])


def batch(n):
    x = torch.randint(0, SYMBOLS, (n, LENGTH))
    return x, x[:, 0]


net = RecallLSTM(SYMBOLS)
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()
x_eval, y_eval = batch(600)
for it in range(1, 401):
    x, y = batch(BATCH)
    optimizer.zero_grad()
    loss = loss_fn(net(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    if it % 50 == 0:
        with torch.no_grad():
            acc = (net(x_eval).argmax(-1) == y_eval).float().mean()
        print(f"iter {it}: loss {loss.item():.3f}  accuracy {acc:.3f}")
