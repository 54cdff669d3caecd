"""What the steps of the optimisers showed."""

from __future__ import annotations

from seismograd.traces.events import Losses, Step
from seismograd.traces.tallies.extremes import Range
from seismograd.traces.tallies.loss_curve import LossCurve


class StepTally:
    def __init__(self) -> None:
        self.losses = LossCurve()
        self.learning_rate = Range()
        self.gradient_norm = Range()
        self.update_ratio = Range()
        self.grad_scale = Range()
        self.clipped = 0
        self.skipped = 0
        self.most = 0
        """Steps that are known to have been made."""

    def take_losses(self, event: Losses) -> None:
        self.losses.add_losses(event)
        self.most = max(self.most, (event.first or 0) + len(event.values))

    def take_step(self, event: Step) -> None:
        self.losses.add_step(event)
        for rate in event.lr:
            self.learning_rate.add(rate)
        self.gradient_norm.add(event.grad_norm)
        self.update_ratio.add(event.update_ratio)
        self.grad_scale.add(event.scale)
        self.skipped += event.skipped is True
        self.clipped += event.clipped_to is not None
        if event.step is not None:
            self.most = max(self.most, event.step + 1)
