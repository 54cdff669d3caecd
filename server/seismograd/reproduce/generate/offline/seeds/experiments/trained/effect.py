"""Whether training has any effect: the same training once more, with every step taken back.

Data of a project may be noise that nothing can learn. A training that does something still comes
to other losses than one that does nothing.
"""

from __future__ import annotations

from dataclasses import replace

from seismograd.reproduce.generate.offline.draft import Draft

IMPORTS = (
    "import random",
    "from torch.optim.optimizer import register_optimizer_step_post_hook",
    "from torch.optim.optimizer import register_optimizer_step_pre_hook",
)
TAKEN_BACK = """\
kept = []


def keep(optimizer, *_):
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    kept[:] = [(parameter, parameter.detach().clone()) for parameter in parameters]


def take_back(*_):
    with torch.no_grad():
        for parameter, value in kept:
            parameter.copy_(value)
"""


def with_and_without_steps(statements: tuple[str, ...]) -> tuple[str, ...]:
    """Leaves the losses of the training, and whether it has any effect on them."""
    lines = [line for statement in statements for line in statement.splitlines()]
    return (
        "def train_once(with_steps):",
        "    hooks = []",
        "    if not with_steps:",
        "        hooks.append(register_optimizer_step_pre_hook(keep))",
        "        hooks.append(register_optimizer_step_post_hook(take_back))",
        "    losses.clear()",
        "    random.seed(0)",
        "    torch.manual_seed(0)",
        *(f"    {line}" for line in lines),
        "    for hook in hooks:",
        "        hook.remove()",
        "    return list(losses)",
        "pairs = zip(train_once(with_steps=False), train_once(with_steps=True))",
        "has_effect = any(abs(one - other) > 1e-5 * abs(one) for one, other in pairs)",
    )


def without_effect(draft: Draft) -> Draft:
    """Bad only where training does nothing at all."""
    assert draft.measurement is not None
    bad = f"{draft.measurement.bad} and not has_effect"
    return draft.changed(
        imports=(*draft.imports, *IMPORTS), measurement=replace(draft.measurement, bad=bad)
    )
