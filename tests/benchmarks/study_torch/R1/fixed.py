import numpy as np
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

max_words = 10000
batch_size = 32
epochs = 3


def bag_of_words(sequences, width=max_words):
    matrix = torch.zeros(len(sequences), width)
    for row, sequence in enumerate(sequences):
        matrix[row, [word for word in sequence if word < width]] = 1.0
    return matrix


print("Loading data...")
reuters = np.load("reuters.npz", allow_pickle=True)
x_train, x_test = bag_of_words(reuters["x_train"]), bag_of_words(reuters["x_test"])
y_train, y_test = torch.tensor(reuters["y_train"]), torch.tensor(reuters["y_test"])
num_classes = int(y_train.max()) + 1
print(len(x_train), "train sequences,", num_classes, "classes")
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, random_state=42
)

train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=batch_size, shuffle=True)
val_loader = DataLoader(TensorDataset(x_val, y_val), batch_size=batch_size)
test_loader = DataLoader(TensorDataset(x_test, y_test), batch_size=batch_size)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(max_words, 512)
        self.dropout = nn.Dropout(0.5)
        self.output = nn.Linear(512, num_classes)

    def forward(self, x):
        return self.output(self.dropout(torch.relu(self.hidden(x))))


model = Classifier()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)


def evaluate(loader):
    model.eval()
    total_loss, correct, count = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            scores = model(x)
            total_loss += criterion(scores, y).item() * len(y)
            correct += (scores.argmax(dim=1) == y).sum().item()
            count += len(y)
    return total_loss / count, correct / count


for epoch in range(epochs):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    val_loss, val_accuracy = evaluate(val_loader)
    print(f"epoch {epoch + 1}/{epochs} - val_loss: {val_loss:.4f} - val_accuracy: {val_accuracy:.4f}")

score = evaluate(test_loader)
print("Test score:", score[0])
print("Test accuracy:", score[1])
