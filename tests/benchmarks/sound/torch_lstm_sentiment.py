"""Sentiment of reviews with a bidirectional LSTM over packed sequences."""

import random
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

PAD, UNKNOWN = 0, 1


class Reviews(Dataset):
    def __init__(self, lines, vocabulary):
        self.items = []
        for line in lines:
            label, text = line.rstrip("\n").split("\t", 1)
            tokens = [vocabulary.get(word, UNKNOWN) for word in text.lower().split()]
            self.items.append((torch.tensor(tokens or [UNKNOWN]), float(label)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


def collate(batch):
    texts, labels = zip(*batch)
    lengths = torch.tensor([len(text) for text in texts])
    return pad_sequence(texts, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class SentimentLSTM(nn.Module):
    def __init__(self, vocabulary_size, embedding=100, hidden=256, layers=2, dropout=0.5):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, embedding, padding_idx=PAD)
        self.lstm = nn.LSTM(
            embedding,
            hidden,
            num_layers=layers,
            bidirectional=True,
            dropout=dropout,
            batch_first=True,
        )
        self.dropout = nn.Dropout(dropout)
        self.fc = nn.Linear(hidden * 2, 1)

    def forward(self, text, lengths):
        embedded = self.dropout(self.embedding(text))
        packed = pack_padded_sequence(
            embedded, lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        _, (hidden, _) = self.lstm(packed)
        last = torch.cat((hidden[-2], hidden[-1]), dim=1)
        return self.fc(self.dropout(last)).squeeze(1)


def evaluate(model, loader, criterion, device):
    model.eval()
    loss_sum, right, count = 0.0, 0, 0
    with torch.no_grad():
        for text, lengths, labels in loader:
            text, labels = text.to(device), labels.to(device)
            logits = model(text, lengths)
            loss_sum += criterion(logits, labels).item() * labels.size(0)
            right += ((logits > 0) == labels.bool()).sum().item()
            count += labels.size(0)
    return loss_sum / count, right / count


def main():
    seed = 1234
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    with open("train.tsv") as file:
        train_lines = file.readlines()
    with open("valid.tsv") as file:
        valid_lines = file.readlines()
    counts = Counter(word for line in train_lines for word in line.lower().split()[1:])
    vocabulary = {word: i + 2 for i, (word, _) in enumerate(counts.most_common(25_000))}

    train_loader = DataLoader(
        Reviews(train_lines, vocabulary), batch_size=64, shuffle=True, collate_fn=collate
    )
    valid_loader = DataLoader(Reviews(valid_lines, vocabulary), batch_size=64, collate_fn=collate)

    model = SentimentLSTM(len(vocabulary) + 2).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.BCEWithLogitsLoss()
    best = float("inf")
    for epoch in range(10):
        model.train()
        for text, lengths, labels in train_loader:
            text, labels = text.to(device), labels.to(device)
            optimizer.zero_grad()
            loss = criterion(model(text, lengths), labels)
            loss.backward()
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        valid_loss, valid_accuracy = evaluate(model, valid_loader, criterion, device)
        print(f"epoch {epoch}: loss {valid_loss:.3f}, accuracy {valid_accuracy:.3f}")
        if valid_loss < best:
            best = valid_loss
            torch.save(model.state_dict(), "sentiment.pt")


if __name__ == "__main__":
    main()
