import numpy as np
import torch
from sklearn.model_selection import train_test_split
from torch import nn

x = np.linspace(1, 2, 100).reshape(-1, 1)
y = x * 5

x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=42)
x_train, x_test, y_train, y_test = (
    torch.tensor(part, dtype=torch.float32) for part in (x_train, x_test, y_train, y_test)
)

model = nn.Linear(1, 1)
loss_fn = nn.MSELoss()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.1, alpha=0.9)

for epoch in range(200):
    permutation = torch.randperm(len(x_train))
    for start in range(0, len(x_train), 32):
        rows = permutation[start : start + 32]
        prediction = model(x_train[rows])
        loss = loss_fn(prediction, y_train[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 20 == 0:
        print(epoch, loss.item())

with torch.no_grad():
    print(model(torch.tensor([[1.5]])))
    test_prediction = model(x_test)
    print("mse", loss_fn(test_prediction, y_test).item())
    print("mae", (test_prediction - y_test).abs().mean().item())
