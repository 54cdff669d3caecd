from __future__ import annotations

from seismograd.traces.events import Layer, Layers, LayerSample, Loader, Optimiser, Place, Step
from seismograd.traces.events.parts import Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.measured_parts import measured_parts
from seismograd.traces.mentioned_files import mentioned_files

HERE = Place("train.py", 7)


def history() -> RunHistory:
    found = RunHistory()
    found.take(Layer(layer=0, name="fc", type="Linear", built=Place("net.py", 3)))
    for step, size in enumerate((4.0, 2.0)):
        statistics = Statistics(n=4, norm=size, mean=0.0, std=0.5, dead=0.25)
        sample = LayerSample(0, grad={"weight": statistics}, activation={"": statistics})
        found.take(Layers(step=step, layers=(sample,)))
    found.take(Optimiser(optimiser=0, type="Adam", built=HERE))
    found.take(Step(step=0, optimiser=0, lr=(0.1,), update_ratio=0.01, grad_norm=2.0))
    found.take(Step(step=1, optimiser=0, lr=(0.01,), update_ratio=0.01, grad_norm=2.0))
    found.take(Step(step=2, optimiser=1, lr=(9.0,), update_ratio=9.0, grad_norm=9.0))
    found.take(Loader(loader=0, type="DataLoader", built=HERE, batch_size=32, length=1000))
    return found


def test_layers_optimisers_and_loaders_say_what_was_measured() -> None:
    layer, optimiser, loader = measured_parts(history())
    assert (layer.name, layer.place) == ("fc (Linear)", Place("net.py", 3))
    assert layer.facts == (
        "gradient (root mean square): 2 at first, 1 at the end",
        "output: mean 0, standard deviation 0.5 at the end",
        "25% of the units are zero for every example",
    )
    assert optimiser.facts == (
        "learning rate: 0.1 at first, 0.01 at the end",
        "a step changes the weights by 0.01 of their size (median)",
        "gradient norm: 2",
    )
    assert "lr" in optimiser.settings
    assert loader.facts == ("batches of 32 examples, 1,000 batches a pass",)


def test_parts_without_a_line_or_a_measurement_are_left_out() -> None:
    found = RunHistory()
    found.take(Optimiser(optimiser=0, built=HERE))
    found.take(Loader(loader=0, built=Place("", 3), batch_size=2))
    found.take(Loader(loader=1, batch_size=2))
    assert measured_parts(found) == []


def test_files_of_a_run_are_those_that_build_or_call_its_parts() -> None:
    assert mentioned_files(history()) == {"net.py", "train.py"}
