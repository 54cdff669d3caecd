import torch
from torch import nn
from torch.utils.data import DataLoader

from spectra.dataset import SpectraDataset, synthetic_spectra
from spectra.model import make_classifier


def fit(dataset, epochs=3, batch_size=16, lr=1e-2):
    model = make_classifier(bins=len(dataset[0][0]))
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        for spectra, labels in DataLoader(dataset, batch_size=batch_size, shuffle=True):
            loss = criterion(model(spectra), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch} loss {loss.item():.4f}")
    return model


if __name__ == "__main__":
    fit(SpectraDataset(*synthetic_spectra(200)))
