import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.lr_scheduler import LambdaLR

from settings import Settings
from tickets import QUEUES, VOCAB, make_tickets


class Router(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok = nn.Embedding(len(VOCAB), cfg.d_model, padding_idx=0)
        self.pos = nn.Embedding(cfg.max_len, cfg.d_model)
        layer = nn.TransformerEncoderLayer(
            cfg.d_model, cfg.heads, cfg.d_model * 2, dropout=0.05, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, cfg.layers, enable_nested_tensor=False)
        self.out = nn.Linear(cfg.d_model, len(QUEUES))

    def forward(self, ids):
        pad = ids == 0
        h = self.tok(ids) + self.pos(torch.arange(ids.size(1)))
        h = self.encoder(h, src_key_padding_mask=pad)
        return self.out(h[:, 0])


def warmup_inverse_sqrt(warmup):
    def scale(step):
        step = step + 1
        return min(step / warmup, (warmup / step) ** 0.5)
    return scale


def main():
    cfg = Settings()
    torch.manual_seed(cfg.seed)
    ids, labels = make_tickets(cfg.n_tickets, cfg.max_len, cfg.seed)
    split = int(0.8 * len(ids))
    x_train, y_train = ids[:split], labels[:split]
    x_val, y_val = ids[split:], labels[split:]

    model = Router(cfg)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.peak_lr)
    scheduler = LambdaLR(optimizer, warmup_inverse_sqrt(cfg.warmup_steps))

    for epoch in range(cfg.epochs):
        model.train()
        running = 0.0
        batches = torch.randperm(len(x_train)).split(cfg.batch_size)
        for b in batches:
            loss = F.cross_entropy(model(x_train[b]), y_train[b])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            running += loss.item()
        model.eval()
        with torch.no_grad():
            acc = (model(x_val).argmax(1) == y_val).float().mean()
        print(f"epoch {epoch + 1}: train loss {running / len(batches):.4f}  val acc {acc:.3f}")


if __name__ == "__main__":
    main()
