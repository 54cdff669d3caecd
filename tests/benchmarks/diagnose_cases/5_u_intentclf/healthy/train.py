import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from data import Utterances, collate
from model import IntentEncoder

torch.manual_seed(7)

train_dl = DataLoader(Utterances(2600, seed=1), batch_size=64, shuffle=True, collate_fn=collate)
test_dl = DataLoader(Utterances(800, seed=2), batch_size=200, collate_fn=collate)

model = IntentEncoder(n_intents=6)
opt = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.01)

for epoch in range(5):
    model.train()
    running = 0.0
    for ids, y in train_dl:
        loss = F.cross_entropy(model(ids), y)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        running += loss.item()
    model.eval()
    hit = n = 0
    with torch.no_grad():
        for ids, y in test_dl:
            hit += (model(ids).argmax(-1) == y).sum().item()
            n += len(y)
    print(f"epoch {epoch}: loss {running / len(train_dl):.4f}  test acc {hit / n:.3f}")
