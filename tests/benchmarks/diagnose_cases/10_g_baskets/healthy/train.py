"""Shopping sessions: predict which department a visitor is mostly browsing (summary token first)."""
import torch
import torch.nn as nn

torch.manual_seed(33)
N_CAT, LEN, DEPTS, SUMMARY = 24, 13, 4, 24


def sessions(n):
    y = torch.randint(0, DEPTS, (n,))
    x = torch.randint(0, N_CAT, (n, LEN))
    focus = torch.rand(n, LEN) < 0.5
    wanted = y[:, None] * 6 + torch.randint(0, 6, (n, LEN))
    x = torch.where(focus, wanted, x)
    x[:, 0] = SUMMARY
    return x, y


class SessionTransformer(nn.Module):
    def __init__(self, d=32, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(N_CAT + 1, d)
        self.pos = nn.Parameter(0.1 * torch.randn(1, LEN, d))
        layer = nn.TransformerEncoderLayer(d, heads, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Linear(d, DEPTS)

    def forward(self, x):
        h = self.tok(x) + self.pos
        h = self.encoder(h)
        return self.head(h[:, 0])


train_x, train_y = sessions(3000)
val_x, val_y = sessions(1000)
model = SessionTransformer()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
EPOCHS, BS = 7, 50
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=EPOCHS * len(train_x) // BS)

for epoch in range(EPOCHS):
    model.train()
    meter = 0.0
    for ids in torch.randperm(len(train_x)).split(BS):
        loss = nn.functional.cross_entropy(model(train_x[ids]), train_y[ids])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        meter += loss.item()
    model.eval()
    with torch.no_grad():
        acc = torch.cat([model(v).argmax(1) for v in val_x.split(BS)]).eq(val_y).float().mean().item()
    print(f"epoch {epoch + 1:2d}  loss {meter / (len(train_x) // BS):.4f}  val accuracy {acc:.4f}")
