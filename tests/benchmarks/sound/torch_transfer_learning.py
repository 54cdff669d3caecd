"""Fine-tune the head of a pretrained network, then the last stage."""

import copy

import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler
from torchvision import datasets, models, transforms

data_transforms = {
    "train": transforms.Compose(
        [
            transforms.RandomResizedCrop(224),
            transforms.RandomHorizontalFlip(),
            transforms.ToTensor(),
            transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
        ]
    ),
    "val": transforms.Compose(
        [
            transforms.Resize(256),
            transforms.CenterCrop(224),
            transforms.ToTensor(),
            transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
        ]
    ),
}
image_datasets = {
    phase: datasets.ImageFolder(f"data/hymenoptera/{phase}", data_transforms[phase])
    for phase in ("train", "val")
}
dataloaders = {
    phase: torch.utils.data.DataLoader(
        image_datasets[phase], batch_size=16, shuffle=phase == "train", num_workers=4
    )
    for phase in ("train", "val")
}
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def train_model(model, criterion, optimizer, scheduler, num_epochs=25):
    best_weights = copy.deepcopy(model.state_dict())
    best_accuracy = 0.0
    for epoch in range(num_epochs):
        for phase in ["train", "val"]:
            if phase == "train":
                model.train()
            else:
                model.eval()
            running_loss = 0.0
            running_corrects = 0
            for inputs, labels in dataloaders[phase]:
                inputs = inputs.to(device)
                labels = labels.to(device)
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    outputs = model(inputs)
                    _, preds = torch.max(outputs, 1)
                    loss = criterion(outputs, labels)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                running_loss += loss.item() * inputs.size(0)
                running_corrects += torch.sum(preds == labels.data).item()
            if phase == "train":
                scheduler.step()
            size = len(image_datasets[phase])
            accuracy = running_corrects / size
            print(f"{epoch} {phase} loss {running_loss / size:.4f} accuracy {accuracy:.4f}")
            if phase == "val" and accuracy > best_accuracy:
                best_accuracy = accuracy
                best_weights = copy.deepcopy(model.state_dict())
    model.load_state_dict(best_weights)
    return model


torch.manual_seed(0)
model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
for param in model.parameters():
    param.requires_grad = False
model.fc = nn.Linear(model.fc.in_features, len(image_datasets["train"].classes))
model = model.to(device)

criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(model.fc.parameters(), lr=0.001, momentum=0.9)
scheduler = lr_scheduler.StepLR(optimizer, step_size=7, gamma=0.1)
model = train_model(model, criterion, optimizer, scheduler, num_epochs=15)

for param in model.layer4.parameters():
    param.requires_grad = True
optimizer = optim.SGD(
    [
        {"params": model.layer4.parameters(), "lr": 1e-4},
        {"params": model.fc.parameters()},
    ],
    lr=1e-3,
    momentum=0.9,
)
scheduler = lr_scheduler.StepLR(optimizer, step_size=7, gamma=0.1)
train_model(model, criterion, optimizer, scheduler, num_epochs=10)
