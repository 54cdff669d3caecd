// Small faulty programs.
'use strict';

const MODEL = `import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(784, 128)
        self.output = nn.Linear(128, 10)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.softmax(self.output(torch.relu(self.hidden(x))))
`;

const TRAINING = `model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def train(loader):
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
`;

const BACKWARD = '        loss.backward()';
const mended = (text) => text.replace(BACKWARD, `        optimizer.zero_grad()\n${BACKWARD}`);

module.exports = { MODEL, TRAINING, SCRIPT: `${MODEL}\n\n${TRAINING}`, BACKWARD, mended, SOFTMAX: 'SG101', ZERO_GRAD: 'SG201' };
