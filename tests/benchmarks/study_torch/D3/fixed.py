import pandas as pd
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder, StandardScaler
from torch.utils.data import DataLoader, TensorDataset

df = pd.read_csv("data.csv")
data = df.values

X = data[:, 0:1].astype("float32")
Y = data[:, 1]

X = StandardScaler().fit_transform(X)
encoder = LabelEncoder()
Y = nn.functional.one_hot(torch.tensor(encoder.fit_transform(Y)), 2).float()

X_train, X_test, y_train, y_test = train_test_split(
    torch.tensor(X), Y, test_size=0.2, random_state=42, shuffle=True
)

model = nn.Sequential(
    nn.Linear(1, 1),
    nn.ReLU(),
    nn.Linear(1, 2),
    nn.Sigmoid(),
)
nn.init.normal_(model[2].weight, std=0.05)

criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
loader = DataLoader(TensorDataset(X_train, y_train), batch_size=500, shuffle=True)


def evaluate(inputs, targets):
    model.eval()
    with torch.no_grad():
        outputs = model(inputs)
    hits = outputs.argmax(dim=1) == targets.argmax(dim=1)
    return criterion(outputs, targets).item(), hits.float().mean().item()


for epoch in range(100):
    model.train()
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
    print(epoch, evaluate(X_train, y_train))

loss, acc = evaluate(X_test, y_test)
print("loss", loss, "accuracy", acc)
