"""Invoice line-item classifier trained with small micro-batches on a memory-limited box."""
import torch
import torch.nn as nn

MICRO, ACCUM = 16, 4


def invoice_lines(n, proto):
    y = torch.randint(len(proto), (n,))
    x = proto[y] * (torch.rand(n, proto.shape[1]) < 0.5) + 0.4 * torch.randn(n, proto.shape[1])
    return x, y


torch.manual_seed(101)
proto = torch.randn(12, 40)
x_train, y_train = invoice_lines(5000, proto)
x_val, y_val = invoice_lines(1000, proto)

model = nn.Sequential(nn.Linear(40, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, 12))
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.CrossEntropyLoss()
n_params = sum(p.numel() for p in model.parameters())
print(f"{len(x_train)} training lines, {len(x_val)} validation lines, {n_params} parameters")

for epoch in range(8):
    model.train()
    optimizer.zero_grad()
    shown = 0.0
    micro_batches = torch.randperm(len(x_train)).split(MICRO)
    for i, idx in enumerate(micro_batches):
        loss = criterion(model(x_train[idx]), y_train[idx]) / ACCUM
        loss.backward()
        shown += loss.item() * ACCUM
        if (i + 1) % ACCUM == 0 or i + 1 == len(micro_batches):
            optimizer.step()
            optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        acc = (model(x_val).argmax(1) == y_val).float().mean().item()
    print(f"epoch {epoch} loss {shown / len(micro_batches):.3f} val acc {acc:.3f}")
