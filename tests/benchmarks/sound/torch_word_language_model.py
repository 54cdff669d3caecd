import argparse
import math
import time

import torch
import torch.nn as nn

parser = argparse.ArgumentParser(description="Recurrent language model with carried-over state")
parser.add_argument("--emsize", type=int, default=200)
parser.add_argument("--nhid", type=int, default=200)
parser.add_argument("--nlayers", type=int, default=2)
parser.add_argument("--lr", type=float, default=1.0)
parser.add_argument("--clip", type=float, default=0.25)
parser.add_argument("--epochs", type=int, default=40)
parser.add_argument("--batch-size", type=int, default=20)
parser.add_argument("--bptt", type=int, default=35)
parser.add_argument("--dropout", type=float, default=0.2)
parser.add_argument("--seed", type=int, default=1111)
args = parser.parse_args()

torch.manual_seed(args.seed)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp, nhid, nlayers, dropout):
        super().__init__()
        self.ntoken = ntoken
        self.drop = nn.Dropout(dropout)
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid, nlayers, dropout=dropout)
        self.decoder = nn.Linear(nhid, ntoken)
        self.nhid = nhid
        self.nlayers = nlayers
        self.init_weights()

    def init_weights(self):
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)
        nn.init.uniform_(self.decoder.weight, -0.1, 0.1)

    def forward(self, tokens, hidden):
        embedded = self.drop(self.encoder(tokens))
        output, hidden = self.rnn(embedded, hidden)
        decoded = self.decoder(self.drop(output))
        return decoded.view(-1, self.ntoken), hidden

    def init_hidden(self, size):
        weight = next(self.parameters())
        return (
            weight.new_zeros(self.nlayers, size, self.nhid),
            weight.new_zeros(self.nlayers, size, self.nhid),
        )


def repackage_hidden(h):
    """Cut the hidden states from their history."""
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def batchify(tokens, size):
    steps = tokens.size(0) // size
    return tokens[: steps * size].view(size, -1).t().contiguous().to(device)


def get_batch(source, i):
    length = min(args.bptt, len(source) - 1 - i)
    return source[i : i + length], source[i + 1 : i + 1 + length].reshape(-1)


def read(path, vocabulary):
    with open(path) as file:
        words = file.read().split()
    return torch.tensor([vocabulary.setdefault(word, len(vocabulary)) for word in words])


vocabulary = {}
train_data = batchify(read("train.txt", vocabulary), args.batch_size)
val_data = batchify(read("valid.txt", vocabulary), 10)

model = RNNModel(len(vocabulary), args.emsize, args.nhid, args.nlayers, args.dropout).to(device)
criterion = nn.CrossEntropyLoss()
lr = args.lr
optimizer = torch.optim.SGD(model.parameters(), lr=lr)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.25, patience=0)


def evaluate(source):
    model.eval()
    total = 0.0
    hidden = model.init_hidden(10)
    with torch.no_grad():
        for i in range(0, source.size(0) - 1, args.bptt):
            data, targets = get_batch(source, i)
            output, hidden = model(data, hidden)
            hidden = repackage_hidden(hidden)
            total += len(data) * criterion(output, targets).item()
    return total / (len(source) - 1)


def train(epoch):
    model.train()
    start = time.time()
    total = 0.0
    hidden = model.init_hidden(args.batch_size)
    for batch, i in enumerate(range(0, train_data.size(0) - 1, args.bptt)):
        data, targets = get_batch(train_data, i)
        hidden = repackage_hidden(hidden)
        optimizer.zero_grad()
        output, hidden = model(data, hidden)
        loss = criterion(output, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        optimizer.step()
        total += loss.item()
        if batch % 200 == 199:
            print(f"epoch {epoch} ppl {math.exp(total / 200):.2f} {time.time() - start:.1f}s")
            total = 0.0


for epoch in range(1, args.epochs + 1):
    train(epoch)
    val_loss = evaluate(val_data)
    scheduler.step(val_loss)
    print(f"end of epoch {epoch}: valid ppl {math.exp(val_loss):.2f}")
