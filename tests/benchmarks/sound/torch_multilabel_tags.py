import pandas as pd
import torch
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, BATCH, LR = 30, 64, 3e-4

frame = pd.read_csv("tags.csv")
tags = [column for column in frame.columns if column.startswith("tag_")]
features = frame.drop(columns=tags).to_numpy("float32")
labels = frame[tags].to_numpy("float32")
x_train, x_val, y_train, y_val = train_test_split(
    features, labels, test_size=0.2, random_state=11
)
mean, std = x_train.mean(axis=0), x_train.std(axis=0) + 1e-8
x_train, x_val = (x_train - mean) / std, (x_val - mean) / std

torch.manual_seed(11)
train_loader = DataLoader(
    TensorDataset(torch.from_numpy(x_train), torch.from_numpy(y_train)),
    batch_size=BATCH,
    shuffle=True,
)

model = nn.Sequential(
    nn.Linear(x_train.shape[1], 256),
    nn.BatchNorm1d(256),
    nn.ReLU(),
    nn.Dropout(0.3),
    nn.Linear(256, 128),
    nn.BatchNorm1d(128),
    nn.ReLU(),
    nn.Dropout(0.3),
    nn.Linear(128, len(tags)),
)
positive = torch.from_numpy(y_train).sum(0)
pos_weight = (len(y_train) - positive) / positive.clamp(min=1)
criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=1e-2)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)

for epoch in range(EPOCHS):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    scheduler.step()

    model.eval()
    with torch.no_grad():
        probabilities = torch.sigmoid(model(torch.from_numpy(x_val)))
    predictions = (probabilities > 0.5).int().numpy()
    print(epoch, f1_score(y_val, predictions, average="macro", zero_division=0))
