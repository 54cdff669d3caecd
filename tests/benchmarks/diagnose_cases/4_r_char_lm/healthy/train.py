import torch
import torch.nn as nn
import torch.nn.functional as F

from data import CharData, corpus, SUBJECTS, VERBS, OBJECTS


class CharGRU(nn.Module):
    def __init__(self, vocab, emb=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.rnn = nn.GRU(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, x, h=None):
        y, h = self.rnn(self.emb(x), h)
        return self.out(y), h


@torch.no_grad()
def generate(model, data, prompt, n):
    x = torch.tensor([[data.stoi[c] for c in prompt]])
    h, out = None, []
    for _ in range(n):
        logits, h = model(x, h)
        x = torch.multinomial(F.softmax(logits[:, -1] / 0.7, dim=-1), 1)
        out.append(x.item())
    return prompt + data.decode(out)


def word_score(text):
    """Share of generated words that belong to the vocabulary of the corpus."""
    known = set(" ".join(SUBJECTS + VERBS + OBJECTS).split())
    words = text.replace(".", " ").split()[1:-1]
    return sum(w in known for w in words) / max(len(words), 1)


def main():
    torch.manual_seed(8)
    data = CharData(corpus(600, seed=8), block=40)
    model = CharGRU(len(data.chars))
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    for it in range(1, 201):
        x, y = data.batch(32)
        logits, _ = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        if it % 40 == 0:
            print(f"iter {it:4d} loss {loss.item():.4f}")
    text = generate(model, data, "the ", 300)
    print(text[:80])
    print(f"known words in sample: {word_score(text):.3f}")


if __name__ == "__main__":
    main()
