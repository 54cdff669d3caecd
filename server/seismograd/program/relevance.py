"""Which code may have something to do with deep learning, by the words in its text."""

from __future__ import annotations

import re
from functools import lru_cache

_TRAINS = re.compile(
    rb"\.(?:apply_gradients|backward|fit|manual_backward|train_on_batch|zero_grad)\b"
)
_RUNS_NETWORK = re.compile(rb"\b(?:model|net|network)\(|\.eval\(\)")
"""What makes a function worth running that names no framework: it is given its network."""
_DIFFERENTIATES = re.compile(rb"\.(?:apply_gradients|backward|manual_backward|zero_grad)\b")
"""What makes a toy network of a test worth running: its training is written out."""
_IS_NETWORK = re.compile(
    rb"\bdef (?:__call__|call|configure_optimizers|forward|foward|train_step|training_step)\b"
    rb"|\bModule\b|\bModel\b"
)
_SAYS_ENOUGH = re.compile(
    rb"[Ll]oss|[Oo]ptimi[sz]er|[Ss]chedul|Norm|Linear|Conv|LSTM|GRU|RNN|Dense|Embedding|Sequential"
    rb"|Model$|Layer$|Dropout|DataLoader|Dataset|Compose|Trainer$|GradientTape|soft|sigmoid|relu"
    rb"|dropout|argmax|entropy|no_grad|inference_mode|accuracy|initializer|requires_grad|detach"
    rb"|[Ss]caler|criteri|clip_"
)
"""Words that make a function worth running wherever they stand."""
_MAY_SAY_ENOUGH = re.compile(
    rb"optim|Parameter$|tanh$|init$|^(?:grad|data|item|log|view|transforms?)$|sqrt$|exp$|compile$"
    rb"|reshape$|flatten$|squeeze$|call|eval|fit|forward|backward|predict|step|test|train|valid"
)
_SAYS_ENOUGH_IN_PLACE = re.compile(
    rb"optim\.|Parameter\(|tanh\(|init\.|\.grad\b|\.forward\(|\.backward\(|\.item\(|\.data\b"
    rb"|\.eval\(|\.train\(|\blog\(|\.log\(|sqrt\(|exp\(|compile\(|\.fit|transforms?\.|\.view\("
    rb"|def \w*(?:call|eval|fit|forward|predict|step|test|train|valid)|reshape\(|flatten\("
    rb"|squeeze\(|\.step\("
)
"""Words that say so only as a call, a method or a module."""


@lru_cache(maxsize=4096)
def differentiates(text: bytes) -> bool:
    return _DIFFERENTIATES.search(text) is not None


@lru_cache(maxsize=4096)
def trains(text: bytes) -> bool:
    return _TRAINS.search(text) is not None


@lru_cache(maxsize=4096)
def runs_network(text: bytes) -> bool:
    return _RUNS_NETWORK.search(text) is not None


@lru_cache(maxsize=4096)
def is_worth_running(text: bytes, words: frozenset[bytes]) -> bool:
    """Whether any rule can have something to say about a function."""
    weights = set(map(_weight, words))
    return 2 in weights or (1 in weights and _SAYS_ENOUGH_IN_PLACE.search(text) is not None)


@lru_cache(maxsize=65536)
def _weight(word: bytes) -> int:
    """How much a word says; programs use the same few words again and again."""
    if _SAYS_ENOUGH.search(word):
        return 2
    return 1 if _MAY_SAY_ENOUGH.search(word) else 0


@lru_cache(maxsize=4096)
def is_network(text: bytes) -> bool:
    return _IS_NETWORK.search(text) is not None
