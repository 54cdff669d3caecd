import numpy as np
import pandas as pd
import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

MAX_WORDS = 10000

data = np.load("reuters.npz", allow_pickle=True)


def to_matrix(rows):
    matrix = np.zeros((len(rows), MAX_WORDS), dtype=np.float32)
    for i, row in enumerate(rows):
        matrix[i, [w for w in row if w < MAX_WORDS]] = 1
    return matrix


X, X_test = to_matrix(data["x_train"]), to_matrix(data["x_test"])
X_train, X_val, Y_train, Y_val = train_test_split(
    X, data["y_train"], test_size=0.2, random_state=42
)
train_ds = TensorDataset(torch.from_numpy(X_train), torch.from_numpy(Y_train))
X_val, Y_val = torch.from_numpy(X_val), torch.from_numpy(Y_val)
X_test, Y_test = torch.from_numpy(X_test), torch.from_numpy(data["y_test"])

hidden = nn.Linear(MAX_WORDS, 512)
nn.init.ones_(hidden.weight)
nn.init.zeros_(hidden.bias)
model = nn.Sequential(hidden, nn.ReLU(), nn.Dropout(0.5), nn.Linear(512, 46))

criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

history = []
for epoch in range(3):
    model.train()
    losses = []
    for xb, yb in DataLoader(train_ds, batch_size=32, shuffle=True):
        loss = criterion(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        scores = model(X_val)
        history.append(
            {
                "loss": np.mean(losses),
                "val_loss": criterion(scores, Y_val).item(),
                "val_accuracy": (scores.argmax(1) == Y_val).float().mean().item(),
            }
        )
print(pd.DataFrame(history))
with torch.no_grad():
    print("test accuracy", (model(X_test).argmax(1) == Y_test).float().mean().item())
