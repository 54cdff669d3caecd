import numpy as np
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder

np.random.seed(42)
low = np.random.uniform(0.2, 0.4, 200).reshape(-1, 2)
high = np.random.uniform(0.7, 0.5, 200).reshape(-1, 2)

X = np.concatenate([low, high]).astype("float32")
labels = ["low"] * 100 + ["high"] * 100
y = LabelEncoder().fit_transform(labels)

X_train, X_test, y_train, y_test = map(
    torch.from_numpy, train_test_split(X, y, test_size=0.2, random_state=42)
)


class TwoLayers(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = nn.Linear(2, 2)

    def forward(self, x):
        x = torch.sigmoid(self.first(x))
        return torch.log_softmax(self.second(x), dim=1)


net = TwoLayers()
criterion = nn.NLLLoss()
adam = torch.optim.Adam(net.parameters(), lr=0.001)

for epoch in range(5):
    order = torch.randperm(len(X_train))
    for i in range(0, len(order), 32):
        batch = order[i : i + 32]
        loss = criterion(net(X_train[batch]), y_train[batch])
        adam.zero_grad()
        loss.backward()
        adam.step()
    with torch.no_grad():
        accuracy = (net(X_test).argmax(dim=1) == y_test).float().mean().item()
    print(f"epoch {epoch + 1}: loss {loss.item():.4f}, test accuracy {accuracy:.3f}")
