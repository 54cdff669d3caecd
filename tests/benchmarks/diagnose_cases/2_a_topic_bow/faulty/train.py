import time

import torch
from torch import nn
from torch.utils.data import DataLoader

from data import TOPICS, build_vocab, make_collate, make_corpus


class TextClassificationModel(nn.Module):
    def __init__(self, vocab_size, embed_dim, num_class):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, embed_dim)
        self.fc = nn.Linear(embed_dim, num_class)
        self.init_weights()

    def init_weights(self):
        initrange = 0.5
        self.embedding.weight.data.uniform_(-initrange, initrange)
        self.fc.weight.data.uniform_(-initrange, initrange)
        self.fc.bias.data.zero_()

    def forward(self, text, offsets):
        return self.fc(self.embedding(text, offsets))


def train(dataloader):
    model.train()
    total_acc, total_count = 0, 0
    for text, offsets, label in dataloader:
        optimizer.zero_grad()
        predicted = model(text, offsets)
        loss = criterion(predicted, label)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        total_acc += (predicted.argmax(1) == label).sum().item()
        total_count += label.size(0)
    return total_acc / total_count


def evaluate(dataloader):
    model.eval()
    total_acc, total_count = 0, 0
    with torch.no_grad():
        for text, offsets, label in dataloader:
            predicted = model(text, offsets)
            total_acc += (predicted.argmax(1) == label).sum().item()
            total_count += label.size(0)
    return total_acc / total_count


torch.manual_seed(0)
EPOCHS = 10
train_docs, test_docs = make_corpus(3000, 1), make_corpus(600, 2)
vocab = build_vocab(train_docs)
collate = make_collate(vocab)
train_dataloader = DataLoader(train_docs, batch_size=32, shuffle=True, collate_fn=collate)
test_dataloader = DataLoader(test_docs, batch_size=32, collate_fn=collate)

model = TextClassificationModel(len(vocab), 32, len(TOPICS))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adadelta(model.parameters(), lr=0.005)

for epoch in range(1, EPOCHS + 1):
    start = time.time()
    acc = train(train_dataloader)
    print("| end of epoch {:3d} | time {:5.2f}s | train acc {:.3f} | test acc {:.3f}".format(
        epoch, time.time() - start, acc, evaluate(test_dataloader)))
