import random
import torch
import torch.nn as nn

BOS, OFFSET, DIGITS, LEN = 0, 1, 7, 5
VOCAB = DIGITS + OFFSET


def batch(n):
    src = torch.randint(OFFSET, VOCAB, (n, LEN))
    tgt = src.sort(dim=1).values
    return src, tgt


class Encoder(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, d)
        self.gru = nn.GRU(d, d, batch_first=True)

    def forward(self, src):
        return self.gru(self.emb(src))[1]


class Decoder(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, d)
        self.gru = nn.GRU(d, d, batch_first=True)
        self.out = nn.Linear(d, VOCAB)

    def forward(self, tokens, h):
        o, h = self.gru(self.emb(tokens), h)
        return self.out(o), h


class Seq2Seq(nn.Module):
    def __init__(self, d=64):
        super().__init__()
        self.encoder, self.decoder = Encoder(d), Decoder(d)

    def forward(self, src, dec_in):
        return self.decoder(dec_in, self.encoder(src))[0]

    @torch.no_grad()
    def greedy(self, src):
        h = self.encoder(src)
        tok = torch.full((len(src), 1), BOS)
        out = []
        for _ in range(LEN):
            logits, h = self.decoder(tok, h)
            tok = logits[:, -1].argmax(-1, keepdim=True)
            out.append(tok)
        return torch.cat(out, 1)


def decoder_inputs(tgt):
    bos = torch.full((len(tgt), 1), BOS)
    return torch.cat([bos, tgt[:, :-1]], dim=1)


def train(seed=4, steps=600):
    random.seed(seed)
    torch.manual_seed(seed)
    model = Seq2Seq()
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    ce = nn.CrossEntropyLoss()
    val_src, val_tgt = batch(500)
    for step in range(1, steps + 1):
        src, tgt = batch(64)
        logits = model(src, decoder_inputs(tgt))
        loss = ce(logits.reshape(-1, VOCAB), tgt.reshape(-1))
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        if step % 150 == 0:
            pred = model.greedy(val_src)
            tok = (pred == val_tgt).float().mean().item()
            full = (pred == val_tgt).all(1).float().mean().item()
            print(f"{step:5d} loss {loss.item():.4f}  decoded token acc {tok:.3f}  exact match {full:.3f}")


if __name__ == "__main__":
    train()
