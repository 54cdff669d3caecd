import numpy as np
import pandas as pd
import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

dataset = pd.read_csv("training.csv", nrows=10000)
labels = np.where(dataset["Label"] == "s", 0, 1)
features = dataset.drop(["EventId", "Label"], axis=1).values

X_train, X_test, y_train, y_test = train_test_split(
    features, labels, test_size=0.3, random_state=42
)
X_train = torch.tensor(X_train, dtype=torch.float32)
X_test = torch.tensor(X_test, dtype=torch.float32)
y_train = torch.tensor(y_train, dtype=torch.float32).view(-1, 1)
y_test = torch.tensor(y_test, dtype=torch.float32).view(-1, 1)


class HiggsNet(nn.Module):
    def __init__(self):
        super(HiggsNet, self).__init__()
        self.fc1 = nn.Linear(31, 600)
        self.fc2 = nn.Linear(600, 400)
        self.fc3 = nn.Linear(400, 100)
        self.fc4 = nn.Linear(100, 1)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(0.5)
        self.sigmoid = nn.Sigmoid()

    def forward(self, x):
        x = self.dropout(self.relu(self.fc1(x)))
        x = self.dropout(self.relu(self.fc2(x)))
        x = self.dropout(self.relu(self.fc3(x)))
        return self.sigmoid(self.fc4(x))


model = HiggsNet()
criterion = nn.BCELoss()
optimizer = optim.RMSprop(model.parameters(), lr=0.001, alpha=0.9)

epochs = 1
batch_size = 1
train_loader = DataLoader(TensorDataset(X_train, y_train), batch_size=batch_size, shuffle=True)

for epoch in range(epochs):
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print("Epoch %d, loss %.4f" % (epoch + 1, total / len(train_loader)))

model.eval()
with torch.no_grad():
    predicted = model(X_test).round()
print("accuracy: %.2f%%" % (100 * (predicted == y_test).float().mean().item()))
