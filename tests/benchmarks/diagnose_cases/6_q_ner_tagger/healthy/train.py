import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

from corpus import TAGS, build_vocab, make_corpus
from model import BiLSTMTagger

torch.manual_seed(8)
TAG_ID = {t: i for i, t in enumerate(TAGS)}


def collate(vocab):
    def fn(batch):
        words = [torch.tensor([vocab.get(w, 1) for w, _ in s]) for s in batch]
        tags = [torch.tensor([TAG_ID[t] for _, t in s]) for s in batch]
        return pad_sequence(words, batch_first=True), pad_sequence(tags, batch_first=True)
    return fn


@torch.no_grad()
def token_accuracy(model, loader):
    model.eval()
    right = total = 0
    for ids, tags in loader:
        keep = tags != 0
        right += (model(ids).argmax(-1)[keep] == tags[keep]).sum().item()
        total += keep.sum().item()
    return right / total


sentences = make_corpus(2500, seed=8)
train, test = sentences[:2000], sentences[2000:]
vocab = build_vocab(train)
train_loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate(vocab))
test_loader = DataLoader(test, batch_size=128, collate_fn=collate(vocab))

model = BiLSTMTagger(len(vocab), len(TAGS))
criterion = nn.CrossEntropyLoss(ignore_index=0)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)

for epoch in range(5):
    model.train()
    for ids, tags in train_loader:
        optimizer.zero_grad()
        logits = model(ids)
        loss = criterion(logits.reshape(-1, len(TAGS)), tags.reshape(-1))
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch + 1}  last loss {loss.item():.4f}  test token accuracy {token_accuracy(model, test_loader):.4f}")
