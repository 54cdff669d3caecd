"""BERT-like masked token modelling on synthetic periodic sequences."""
import torch
import torch.nn as nn
import torch.nn.functional as F

VOCAB, LEN, MASK = 12, 10, 0
torch.manual_seed(55)


def batch(n):
    # x[t] = a + b*t  (mod 11), shifted by one because 0 is the mask token
    a = torch.randint(0, 11, (n, 1))
    b = torch.randint(1, 4, (n, 1))
    t = torch.arange(LEN)
    return (a + b * t) % 11 + 1


class MaskedLM(nn.Module):
    def __init__(self, d=48):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d)
        self.pos = nn.Embedding(LEN, d)
        layer = nn.TransformerEncoderLayer(d, 4, 96, dropout=0.0, batch_first=True, norm_first=True)
        self.enc = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.ln = nn.LayerNorm(d)
        self.lm = nn.Linear(d, VOCAB)

    def forward(self, ids):
        h = self.tok(ids) + self.pos(torch.arange(ids.size(1)))
        return self.lm(self.ln(self.enc(h)))


def corrupt(ids, p=0.2):
    hide = torch.rand(ids.shape) < p
    hide[:, torch.randint(0, LEN, (1,))] = True
    return ids.masked_fill(hide, MASK), hide


class Pretrainer:
    lr = 2e-1
    warmup = 30
    steps = 260
    batch_size = 48

    def __init__(self):
        self.model = MaskedLM()
        self.opt = torch.optim.AdamW(self.model.parameters(), lr=self.lr, betas=(0.9, 0.98))
        self.sched = torch.optim.lr_scheduler.LambdaLR(self.opt, self.factor)

    def factor(self, step):
        if step < self.warmup:
            return (step + 1) / self.warmup
        return max(0.0, 1 - (step - self.warmup) / (self.steps - self.warmup))

    def step(self):
        ids = batch(self.batch_size)
        inp, hide = corrupt(ids)
        loss = F.cross_entropy(self.model(inp)[hide], ids[hide])
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.opt.step()
        self.sched.step()
        return loss.item()

    @torch.no_grad()
    def masked_accuracy(self):
        self.model.eval()
        ids = batch(500)
        inp, hide = corrupt(ids)
        ok = self.model(inp).argmax(-1)[hide] == ids[hide]
        self.model.train()
        return ok.float().mean().item()

    def run(self):
        for i in range(1, self.steps + 1):
            loss = self.step()
            if i % 50 == 0:
                print(f"step {i} loss {loss:.4f}")
        print(f"masked token accuracy {self.masked_accuracy():.3f}")


Pretrainer().run()
