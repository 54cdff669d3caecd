import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# training data: rows of ones are True, rows of zeros are False
X_train = np.vstack((np.ones((10000, 128)), np.zeros((10000, 128)))).astype("float32")
y_train = np.array([True] * 10000 + [False] * 10000).astype("float32")

X_test = np.vstack((np.ones((100, 128)), np.zeros((100, 128)))).astype("float32")
y_test = np.array([True] * 100 + [False] * 100).astype("float32")

model = nn.Sequential(
    nn.Linear(128, 50),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(50, 50),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(50, 1),
    nn.Sigmoid(),
)

criterion = nn.BCELoss()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.001, alpha=0.9)

dataset = TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train).unsqueeze(1))
model.train()
for inputs, targets in DataLoader(dataset, batch_size=32, shuffle=True):
    optimizer.zero_grad()
    loss = criterion(model(inputs), targets)
    loss.backward()
    optimizer.step()

model.eval()
with torch.no_grad():
    output = model(torch.from_numpy(X_test)).squeeze(1)
    targets = torch.from_numpy(y_test)
    accuracy = ((output > 0.5).float() == targets).float().mean().item()
    print("test loss:", criterion(output, targets).item())
print(output[:10])
print("test accuracy:", accuracy)
