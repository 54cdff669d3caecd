import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset

max_words = 10000
batch_size = 32
epochs = 3


class Newswires(Dataset):
    """Word numbers as a bag of words, made when they are asked for."""

    def __init__(self, sequences, topics):
        self.sequences = sequences
        self.topics = topics

    def __len__(self):
        return len(self.sequences)

    def __getitem__(self, index):
        bag = torch.zeros(max_words)
        bag[[word for word in self.sequences[index] if word < max_words]] = 1.0
        return bag, int(self.topics[index])


def build_model(num_classes):
    return nn.Sequential(
        nn.Linear(max_words, 512),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(512, num_classes),
    )


def evaluate(model, loader, criterion):
    model.eval()
    loss, correct = 0.0, 0
    with torch.no_grad():
        for bags, topics in loader:
            scores = model(bags)
            loss += criterion(scores, topics).item() * topics.size(0)
            correct += (scores.argmax(1) == topics).sum().item()
    return loss / len(loader.dataset), correct / len(loader.dataset)


print("Loading data...")
archive = np.load("reuters.npz", allow_pickle=True)
num_classes = int(np.max(archive["y_train"])) + 1
x_train, x_val, y_train, y_val = train_test_split(
    archive["x_train"], archive["y_train"], test_size=0.2, random_state=42
)
train_loader = DataLoader(Newswires(x_train, y_train), batch_size=batch_size, shuffle=True)
val_loader = DataLoader(Newswires(x_val, y_val), batch_size=batch_size)
test_loader = DataLoader(Newswires(archive["x_test"], archive["y_test"]), batch_size=batch_size)

model = build_model(num_classes)
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.parameters(), lr=0.01)

for epoch in range(epochs):
    model.train()
    for bags, topics in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(bags), topics)
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch}: validation", evaluate(model, val_loader, criterion))

score = evaluate(model, test_loader, criterion)
print("Test score:", score[0])
print("Test accuracy:", score[1])
