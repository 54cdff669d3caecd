"""The parts of the probe, put together and taken apart."""

from __future__ import annotations

from typing import Any

from ...meter import Budget, Meter
from ...observer import Observer
from ..births import Births
from ..restored_weights import RestoredWeights
from .alarms import Alarms
from .broadcasts import Broadcasts
from .clipping import Clipping
from .compiling import Compiling
from .derivatives import Derivatives
from .differences import Differences
from .direct_batches import DirectBatches
from .epochs import Epochs
from .evaluations import Evaluations
from .forward import Forward
from .guarded import TorchGuard
from .kit import Kit
from .left_out_weights import LeftOutWeights
from .loaders import Loaders
from .loss_functions import LossFunctions
from .losses import Losses
from .mail import Mail
from .modes import tell_modes
from .modules import Modules
from .network_checks import NetworkChecks
from .optimisers import Optimisers
from .parallel import Parallel
from .patches import Patches
from .plan import Plan
from .readings import Readings
from .report import Report
from .samples import rounded
from .scaling import Scaling
from .schedulers import Schedulers
from .steps import Steps
from .untraced import aside, may_look


class TorchProbe:
    """Watches losses, backward passes, steps, loaders and, in sampled steps, all modules."""

    def __init__(self, torch: Any, observer: Observer) -> None:
        meter = Meter()
        every_step = observer.options.probes == "every-step"
        budget = Budget(observer.options.budget, meter, every_step=every_step)
        guard = TorchGuard(torch, observer, meter)
        births = Births(observer.places)
        observer.built_at.append(births.place_of)
        self._kit = Kit(torch, observer, guard, Patches(), births, Mail(torch))
        self._modules = Modules(self._kit)
        self._alarms = Alarms(self._kit, self._modules)
        self._evaluations = Evaluations(self._kit, self._modules.recent)
        functions = LossFunctions(self._kit, self._evaluations.computed)
        self._losses = Losses(self._kit, functions, self._alarms)
        self._forward = Forward(self._kit, self._modules, functions)
        self._derivatives = Derivatives(self._kit)
        self._checks = NetworkChecks(self._kit, self._modules, functions, self._derivatives)
        if observer.options.check_network:
            self._forward.checks = self._checks
            functions.given.append(self._checks.given)
        self._plan = Plan(self._kit, budget, meter, self._forward)
        self._optimisers = Optimisers(self._kit, self._modules)
        self._schedulers = Schedulers(self._kit, self._optimisers)
        self._loaders = Loaders(self._kit, self._plan, self._evaluations, self._epoch_ended)
        self._epochs = Epochs(lambda: observer.steps, self._pass_ended)
        self._direct = DirectBatches(
            self._kit, self._plan, self._modules, self._loaders, self._evaluations, self._epochs
        )
        self._readings = Readings(self._kit)
        if observer.options.check_network:
            self._direct.readings = self._forward.readings = self._readings
        self._forward.calls = self._direct.calls
        functions.given.append(self._direct.computed)
        self._clipping = Clipping(self._kit, lambda: self._plan.sampling)
        self._steps = Steps(
            self._kit,
            self._plan,
            Report(self._kit, self._alarms),
            self._modules,
            self._optimisers,
            self._losses,
            self._loaders,
            self._clipping,
        )
        self._left_out = LeftOutWeights(
            torch, observer, births, self._optimisers.all_parameters, self._modules.owner_facts
        )
        self._derivatives.asked.append(self._left_out.derived)
        self._scaling = Scaling(self._kit, lambda: self._steps.taken, self._steps.skipped)
        self._functions = functions
        self._differences = Differences(self._kit)
        self._broadcasts = Broadcasts(self._kit)
        self._handles: list[Any] = []
        self._trained = False
        self._epochs_told = 0

    def begin(self) -> None:
        self._kit.births.watch(self._kit.torch.nn.Module)
        self._steps.scaling = self._scaling
        self._losses.unscaled = self._scaling.unscaled
        self._losses.begin(self._before_backward, self._after_backward, self._walk)
        for part in (self._functions, self._optimisers, self._loaders, self._clipping):
            part.begin()
        self._scaling.begin()
        self._differences.begin()
        self._broadcasts.begin()
        self._derivatives.begin()
        if self._kit.observer.options.check_network:
            self._checks.draws.begin()
        self._schedulers.begin()
        self._watch_restoring()
        Parallel(self._kit).begin()
        Compiling(self._kit, self._forward, self._modules).begin()
        self._handles = self._steps.begin()
        self._plan.begin()

    def _watch_restoring(self) -> None:
        around = RestoredWeights(self._kit.observer).around(self._kit.guard)
        self._kit.patches.around(self._kit.torch.nn.Module, "load_state_dict", around)

    def finish(self) -> None:
        """Every part by itself: one that fails costs none of the others."""
        self._kit.guard.thread = None
        self._plan.stop()
        for handle in self._handles:
            handle.remove()
        self._differences.finish()
        self._broadcasts.finish()
        self._functions.mixed_scores.close()
        self._kit.patches.undo()
        self._kit.births.stop()
        if self._forward.calls is not None:
            self._forward.calls.stop()
        last = (
            self._losses.send,
            self._loaders.finish,
            self._direct.finish,
            self._direct.copies.finish,
            self._evaluations.finish,
            self._compare_parameters,
            self._tell_left_out,
            self._steps.kept.finish,
            self._steps.discarded.finish,
            self._steps.missing.finish,
            self._schedulers.finish,
            self._losses.tell_unused,
            self._functions.compared_pairs.finish,
            self._readings.finish,
            self._derivatives.finish,
            self._checks.finish,
        )
        for part in (*last, self._kit.mail.collect_all):
            self._kit.guard(part)()
        if self._trained and self._kit.is_ours:
            self._plan.tell()

    def _compare_parameters(self) -> None:
        self._steps.unchanged.finish(self._checks)

    def _tell_left_out(self) -> None:
        if self._kit.is_ours:
            self._left_out.finish()

    def _walk(self, roots: Any, is_whole: bool) -> None:
        if self._kit.is_ours:
            self._left_out.differentiated(roots, is_whole)

    def _before_backward(self) -> None:
        if not self._kit.is_ours:
            self._plan.stop()
            self._kit.retired = True
            return
        if not self._trained:
            self._trained = True
            tell_modes(self._kit)
        if self._steps.kept.is_looking and may_look(self._kit.torch):
            with aside(self._kit.torch):
                self._steps.kept.before_backward()
        if self._steps.discarded.is_looking and may_look(self._kit.torch):
            with aside(self._kit.torch):
                self._steps.discarded.before_backward()
        self._direct.differentiated()
        self._readings.differentiated()
        self._evaluations.differentiated(self._epochs_told)

    def _after_backward(self) -> None:
        self._steps.without_optimiser()
        if self._steps.discarded.is_looking and may_look(self._kit.torch):
            with aside(self._kit.torch):
                self._steps.discarded.after_backward()
        if self._steps.missing.is_looking and may_look(self._kit.torch):
            self._steps.missing.after_backward()
        if self._alarms.new:
            self._alarms.new = False
            self._plan.wanted = True

    def _pass_ended(self, epoch: int, step: int, seconds: float) -> None:
        """The same examples came round again, perhaps some steps ago."""
        self._epochs_told += 1
        fields = {"epoch": epoch, "step": step, "seconds": round(seconds, 6)}
        self._kit.observer.record("epoch", how="repeated-data", **fields)

    def _epoch_ended(self, epoch: int, seconds: float, waited: float) -> None:
        self._epochs_told += 1
        self._losses.send()
        times = {"seconds": round(seconds, 6), "waited": round(waited, 6)}

        def tell(_: list[float]) -> None:
            mean = self._losses.mean_of_epoch()
            metrics = {} if mean is None else {"loss": rounded(mean)}
            self._kit.observer.record("epoch", epoch=epoch, metrics=metrics, **times)

        self._kit.mail.send(None, tell)
