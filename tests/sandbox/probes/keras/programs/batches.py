import keras
import numpy
import torch

keras.utils.set_random_seed(10)
data = numpy.random.default_rng(0)
x = data.normal(size=(60, 3)).astype("float32")
y = data.normal(size=(60, 1)).astype("float32")
asked = []


class Batches(keras.utils.PyDataset):
    def __len__(self):
        asked.append("length")
        return 6

    def __getitem__(self, index):
        asked.append(index)
        return x[index * 10 : index * 10 + 10], y[index * 10 : index * 10 + 10]


def endless():
    while True:
        at = int(data.integers(0, 50))
        asked.append(at)
        yield x[at : at + 10], y[at : at + 10]


model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
model.compile("sgd", "mae")
model.fit(Batches(), epochs=2, verbose=0)
model.fit(endless(), steps_per_epoch=5, epochs=2, verbose=0)
examples = torch.utils.data.TensorDataset(torch.tensor(x), torch.tensor(y))
loader = torch.utils.data.DataLoader(examples, batch_size=15, shuffle=True)
history = model.fit(loader, epochs=1, verbose=2, validation_data=loader)
print(asked)
