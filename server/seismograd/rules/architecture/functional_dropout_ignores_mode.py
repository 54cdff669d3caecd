from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.module_facts import is_torch_class
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.rewrite import set_argument

_F = "torch.nn.functional."
_ALWAYS = frozenset(_F + name for name in ("dropout", "dropout1d", "dropout2d", "dropout3d"))
_NEVER = frozenset({_F + "alpha_dropout", _F + "feature_alpha_dropout"})


class FunctionalDropoutIgnoresMode(Rule):
    """
    ## What it does
    Finds `F.dropout` in a module without `training=`.

    ## Why is this bad?
    A function does not know whether the module is in training or evaluation mode. `F.dropout`
    assumes training, so values are dropped in evaluation as well: predictions are noisy and the
    measured accuracy is too low. (`F.alpha_dropout` assumes the opposite and never drops.)

    ## Example
    ```python
    x = F.dropout(x, p=0.5)
    ```

    ## How to fix
    ```python
    x = F.dropout(x, p=0.5, training=self.training)
    ```
    or use an `nn.Dropout` layer, which follows the mode.

    ## When to ignore
    For Monte Carlo dropout; say so with `training=True`.

    ## References
    - PyTorch documentation of `torch.nn.functional.dropout`: `training` applies dropout if True;
      default True.
    """

    code = "SG311"
    name = "functional-dropout-ignores-mode"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.API,)
    severity = Severity.WARNING
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.to(*_ALWAYS, *_NEVER):
            if _is_in_module(call) and _leaves_mode_open(call):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        never = call.path in _NEVER
        return self.finding(
            call.place.span,
            f"`{call.method}` without `training=` "
            + ("never drops anything." if never else "drops values in evaluation too: "
               "predictions are noisy and metrics too low."),
            because=f"Its default is training={not never}, whatever the mode of the module.",
            fixes=_fixes(call),
        )  # fmt: skip


def _is_in_module(call: Call) -> bool:
    return call.function is not None and is_torch_class(call.function.owner)


def _leaves_mode_open(call: Call) -> bool:
    return not call.open and call.argument(2, "training") is None


def _fixes(call: Call) -> list[Fix]:
    node = None if call.function is None else call.function.node
    if not isinstance(node, ast.FunctionDef) or not node.args.args:
        return []
    text = f"{node.args.args[0].arg}.training"
    edit = set_argument(call.place, "training", text)
    return safe_fix(f"Add training={text}", edit)
