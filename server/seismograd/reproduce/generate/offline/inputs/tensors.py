"""Tensors to be made: their kind and sizes, and how a script makes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    FLOAT = "float"
    WHOLE = "whole"
    TRUTH = "truth"
    LINKS = "links"
    """Which nodes of a graph are neighbours: all of them, each of itself as well."""


@dataclass(frozen=True, slots=True)
class TensorSpec:
    kind: Kind
    sizes: tuple[str, ...]
    """Expressions: names of constants, numbers, or sizes of the network's layers."""
    below: str = "2"
    """Whole numbers are smaller than this."""
    is_sure: bool = False
    """Whether the code that takes it leaves no other number of axes and no other kind."""
    least: str = "0"
    """Of whole numbers."""

    def expression(self, with_numpy: bool = False) -> str:
        return _numpy(self) if with_numpy else _torch(self)


PLAIN = TensorSpec(Kind.FLOAT, ("BATCH", "FEATURES"))
"""Where nothing is known of it."""
SIZES = {
    "BATCH": "4",
    "LENGTH": "8",
    "SIZE": "32",
    "HEIGHT": "32",
    "WIDTH": "32",
    "CHANNELS": "3",
    "FEATURES": "16",
    "CLASSES": "4",
    "VOCABULARY": "20",
    "SAMPLES": "16",
}
"""The sizes that a script names, and ordinary values of them."""
_LONG = Kind.WHOLE
_NAMES: tuple[tuple[str, TensorSpec], ...] = (
    (r"\w*mask\w*", TensorSpec(Kind.TRUTH, ("BATCH", "LENGTH"))),
    (r"(in)?put_?ids|\w*tokens?(_ids)?|\w*ids|src|tgt|text|words?|sentences?|captions?|idx|"
     r"ind(ices|exes)|seqs?|sequences?|codes|prompts?",
     TensorSpec(_LONG, ("BATCH", "LENGTH"), "VOCABULARY")),
    (r"len(gth)?s|\w+_len(gth)?s?|n_\w+", TensorSpec(_LONG, ("BATCH",), "LENGTH + 1", least="1")),
    (r"(time_?)?series|prices|curve|history", TensorSpec(Kind.FLOAT, ("SAMPLES",))),
    (r"(?:\w+_)?adj(?:acency)?(?:_?(?:matrix|mat|norm|hat))?|a_hat",
     TensorSpec(Kind.LINKS, ("BATCH", "BATCH"))),
    (r"edge_index|edges", TensorSpec(_LONG, ("2", "LENGTH"), "BATCH")),
    (r"t|timesteps?|time", TensorSpec(_LONG, ("BATCH",), "4")),
    (r"\w*(labels?|targets?|y|y_true|gt|ground_truth|classes|truth|answers?)",
     TensorSpec(_LONG, ("BATCH",), "CLASSES")),
    (r"\w*(logits?|scores?|preds?|predictions?|y_pred|y_hat|outputs?|probs?|probabilities)",
     TensorSpec(Kind.FLOAT, ("BATCH", "CLASSES"))),
    (r"\w*(images?|imgs?|pixel_values|pixels|pictures?|frames?|photos?)",
     TensorSpec(Kind.FLOAT, ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"))),
    (r"q|k|v|query|key|value|queries|keys|values|hidden_states?|memory|encoder_\w+|context|\w*seq\w*",
     TensorSpec(Kind.FLOAT, ("BATCH", "LENGTH", "FEATURES"))),
    (r"audio|wav(e|eform)?s?|signal|sound", TensorSpec(Kind.FLOAT, ("BATCH", "1", "LENGTH"))),
    (r"boxes|bbox(es)?|\w+_boxes", TensorSpec(Kind.FLOAT, ("BATCH", "4"))),
    (r"x\d?|xs?|z|inputs?|features?|feats?|h|hidden|emb(eddings?|s)?|noise|latents?|data|batch|"
     r"tensor|points|a|b|samples?|state|obs(ervations?)?|nodes?|node_features|sig(nal)?|arr(ay)?|"
     r"vec(tors?)?|weights?|values|u|mu|logvar|grad|matrix|m|in(put)?_tensor|real|fake|anchor|"
     r"positive|negative|recon\w*|sample|rewards?|actions?|advantages?",
     TensorSpec(Kind.FLOAT, ("BATCH", "FEATURES"))),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), spec) for pattern, spec in _NAMES)


def tensor_for_name(name: str) -> TensorSpec | None:
    plain = name.lower().strip("_")
    return next((spec for pattern, spec in _COMPILED if pattern.fullmatch(plain)), None)


def _torch(spec: TensorSpec) -> str:
    sizes = ", ".join(spec.sizes)
    if spec.kind is Kind.FLOAT:
        return f"torch.randn({sizes or '()'})"
    if spec.kind is Kind.TRUTH:
        return f"torch.ones({sizes or '()'}, dtype=torch.bool)"
    if spec.kind is Kind.LINKS:
        return f"torch.ones({sizes})"
    return f"torch.randint({spec.least}, {spec.below}, ({_tuple(spec)}))"


def _numpy(spec: TensorSpec) -> str:
    if spec.kind is Kind.FLOAT:
        return f"np.random.default_rng(0).normal(size=({_tuple(spec)})).astype('float32')"
    if spec.kind is Kind.TRUTH:
        return f"np.ones(({_tuple(spec)}), dtype=bool)"
    if spec.kind is Kind.LINKS:
        return f"np.ones(({_tuple(spec)}), dtype='float32')"
    return f"np.random.default_rng(0).integers({spec.least}, {spec.below}, ({_tuple(spec)}))"


def _tuple(spec: TensorSpec) -> str:
    return ", ".join(spec.sizes) + ("," if len(spec.sizes) == 1 else "")
