import numpy as np
import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

max_words = 10000
batch_size = 32
epochs = 3
learning_rate = 1.0


def bag_of_words(sequences, width=max_words):
    matrix = np.zeros((len(sequences), width), dtype=np.float32)
    for row, sequence in enumerate(sequences):
        matrix[row, [word for word in sequence if word < width]] = 1.0
    return torch.from_numpy(matrix)


print("Loading data...")
with np.load("reuters.npz", allow_pickle=True) as f:
    x_train, y_train = bag_of_words(f["x_train"]), torch.from_numpy(f["y_train"])
    x_test, y_test = bag_of_words(f["x_test"]), torch.from_numpy(f["y_test"])
num_classes = y_train.max().item() + 1
print(len(x_train), "train sequences,", num_classes, "classes")
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, random_state=42
)
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=batch_size, shuffle=True)

model = nn.Sequential(
    nn.Linear(max_words, 512),
    nn.ReLU(),
    nn.Dropout(0.5),
    nn.Linear(512, num_classes),
)
opt = torch.optim.Adam(model.parameters(), lr=learning_rate)
loss_function = nn.CrossEntropyLoss()

for epoch in range(epochs):
    model.train()
    for inputs, targets in loader:
        opt.zero_grad()
        loss = loss_function(model(inputs), targets)
        loss.backward()
        opt.step()

    model.eval()
    with torch.no_grad():
        outputs = model(x_val)
        val_loss = loss_function(outputs, y_val)
        val_acc = (outputs.argmax(1) == y_val).float().mean()
    print(f"Epoch {epoch + 1}: val loss {val_loss:.4f}, val accuracy {val_acc:.4f}")

with torch.no_grad():
    test_outputs = model(x_test)
print("Test score:", loss_function(test_outputs, y_test).item())
print("Test accuracy:", (test_outputs.argmax(1) == y_test).float().mean().item())
