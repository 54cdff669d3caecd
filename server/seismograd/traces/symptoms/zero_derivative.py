"""Derivatives that a loss is made of, and that are zero."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from seismograd.traces.events import Derivative
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.network_checks import FailedCheck

FEWEST_LOOKS = 3


class FlatNetwork(FailedCheck):
    """The loss is made of second derivatives of a network that has none.

    ## When it is reported
    The script takes the derivative of a derivative by the input of its network
    (`torch.autograd.grad(..., create_graph=True)` twice). After the training, a batch was given
    again: what the layers with weights compute has first derivatives by the input, and the second
    ones are exactly zero.

    ## Why is this bad?
    Networks with ReLU or LeakyReLU are linear in pieces. Their second derivative is zero, whatever
    the weights are: an equation that has one in it cannot be fitted, only the other terms can.

    ## How to fix
    Use an activation that is smooth: `nn.Tanh()`, `nn.SiLU()`, `nn.Softplus()`, or a sine.
    """

    name = "flat-network"
    messages: ClassVar = {
        "curves": "The loss is made of second derivatives of the network, which are zero: its "
        "activations are linear in pieces."
    }


class ZeroDerivative(SymptomDetector):
    """A second derivative that the script takes is zero everywhere.

    ## When it is reported
    In {FEWEST_LOOKS} looks or more, spread over the first steps, all values of the derivative of a
    derivative by data are exactly zero, and those of another derivative are not. Nothing is said
    where [the network is flat](flat-network.md).

    ## Why is this bad?
    A term of the loss is missing: no step can change it.

    ## How to fix
    - Use activations that are smooth (`nn.Tanh()`, `nn.SiLU()`), not linear in pieces.
    - Look for what cuts the graph between the two derivatives: `detach()`, `.data`, a rounding.
    - Make sure that what is differentiated depends on that input, and not in a straight line.
    """

    name = "zero-derivative"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        told = [one for one in history.derivatives if (one.looks or 0) >= FEWEST_LOOKS]
        if any(FlatNetwork().find(history)) or all(map(is_zero, told)):
            return
        for one in told:
            if is_zero(one) and one.order == 2:
                yield self.symptom(
                    "A second derivative that is taken here is zero, everywhere and in all looks.",
                    step=0,
                    place=one.place,
                )
                return


def is_zero(derivative: Derivative) -> bool:
    return derivative.zero == derivative.looks
