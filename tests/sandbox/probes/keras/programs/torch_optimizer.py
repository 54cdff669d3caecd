import keras
import numpy
import torch

keras.utils.set_random_seed(13)
data = numpy.random.default_rng(0)
x = torch.tensor(data.normal(size=(40, 5)), dtype=torch.float32)
y = torch.tensor(data.normal(size=(40, 1)), dtype=torch.float32)
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(1)])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for start in range(0, 40, 10):
    loss = torch.nn.functional.mse_loss(model(x[start : start + 10]), y[start : start + 10])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(float(loss))
print(losses)
