"""Quantiles at the wrong end."""

from __future__ import annotations

from typing import ClassVar

from seismograd.traces.symptoms.network_checks import FailedCheck


class TurnedQuantiles(FailedCheck):
    """Outputs for low quantiles learn the high ones, and the other way round.

    ## When it is reported
    The network has several outputs for one target, and the project names as many levels between 0
    and 1, in order. After the training, the share of the targets of a batch that is below each
    output is near one minus its level, and for no levels of the project near the level itself.

    Of a single output, the loss itself is asked, where it is an object of the project that speaks
    of quantiles: what it says of answers that are all too low and all too high tells the level that
    it asks for. It is reported where that is one minus the level that the loss holds, and the share
    of the targets below the output is near it. The same goes for several outputs of Keras that have
    a loss each.

    ## Why is this bad?
    What is called the upper end of the forecast is the lower one. Intervals made of the two hold
    nothing, though the loss falls as it should.

    ## How to fix
    Write the pinball loss with the error as target minus prediction:
    `error = y_true - y_pred`, and then the mean of `maximum(q * error, (q - 1) * error)`.
    """

    name = "turned-quantiles"
    messages: ClassVar = {
        "levels-are-kept": "The shares of the targets below the outputs are those above them by "
        "the levels that the project names: the quantiles are turned around."
    }
