"""Ordinary values of parameters, by what they are called."""

from __future__ import annotations

import re

_NUMBERS: tuple[tuple[str, str], ...] = (
    (r"(num_|n_)?(attention_)?heads?|nhead|n_?head|num_key_value_heads", "2"),
    (r"(num_|n_)?groups?", "1"),
    (r"(num_|n_)?(\w+_)?layers?|depth|(num_|n_)?(\w+_)?blocks?", "2"),
    (r"(num_|n_)?class(es)?|(num_|n_)labels?|n_class|nclass", "4"),
    (r"(\w+_)?vocab(ulary)?(_size)?|n_vocab|(num_|n_)(tokens|embeddings|words)|ntokens?", "20"),
    (r"in(put)?_?(channels?|ch|chans?|planes)|(num_|n_)?channels?|c_in|channels_in", "3"),
    (r"out(put)?_?(channels?|ch|planes)|c_out|filters|channels_out|base_channels|width", "8"),
    (r"(image|img|input|crop|patch)_?(size|res\w*)|resolution|height|h|w", "32"),
    (r"patch(_size)?", "8"),
    (r"(max_)?(seq(uence)?_?)?len(gth)?|block_size|max_\w*(len|length|positions?|size)", "16"),
    (r"context_(length|size|window)|seq_size|num_positions|window(_size)?|horizon|lags?", "8"),
    (r"capacity|max_?(items|entries|len)|(buffer|queue|memory|replay)_(size|len)", "8"),
    (r"kernel(_size)?|ks", "3"),
    (r"stride|dilation|groups|reduction_ratio|expansion|multiplier", "1"),
    (r"pad(ding)?", "1"),
    (r"pad(ding)?_(idx|id|index|token(_id)?)", "0"),
    (r"drop(out|_?rate|_?path|_prob)?(_\w+)?|p|\w+_dropout|p_drop\w*", "0.1"),
    (r"(\w+_)?lr|learning_rate|step_size", "0.01"),
    (r"weight_decay|wd|l2|label_smoothing|margin_loss", "0.0"),
    (r"momentum|beta1?|decay|ema\w*", "0.9"),
    (r"beta2", "0.99"),
    (r"gamma|alpha|temp(erature)?|tau|scale|margin|max_norm|clip\w*|sigma|std|lam(bda_?)?", "1.0"),
    (r"eps(ilon)?|tol(erance)?", "1e-06"),
    (r"thr(eshold|esh)?|ratio|prob(ability)?|fraction|val_split|test_size|\w+_(ratio|frac)", "0.5"),
    (r"(max_|num_|n_|total_)?epochs?|patience", "1"),
    (r"(max_|num_|n_|total_|warmup_)?(steps?|iters?|iterations)", "4"),
    (r"(train_|val_|eval_)?batch(_size)?|bs|bsz|batchsize", "4"),
    (r"(num_|n_)?(samples?|examples|items|points)|size|data_size|n", "16"),
    (r"(num_|n_)?workers", "0"),
    (r"seed|rank|local_rank|gpu", "0"),
    (r"world_size", "1"),
    (r"(top_?)?k|topk|beam\w*|(num_|n_)beams?", "2"),
    (r"\w*(dims?|hidden|units|features|embed\w*|size|width|d_model|d_ff|ffn\w*|latent\w*|nhid|ninp)"
     r"|hidden\w*|d_\w+|emb\w*|dim_\w+|n_embd|n_hidden\w*|\w+_size", "16"),
    (r"(\w+_)?(index|idx|step|iteration|epoch)|i", "0"),
    (r"(num|n)_\w+|\w+_(count|num)|t|level", "2"),
)  # fmt: skip
_TEXTS: tuple[tuple[str, str], ...] = (
    (r"act(ivation)?(_fn|_name|_function)?|nonlinearity", "'relu'"),
    (r"norm(_type|alization)?", "'batch'"),
    (r"reduction", "'mean'"),
    (r"mode|split|phase|stage", "'train'"),
    (r"device", "'cpu'"),
    (r"pool(ing)?", "'mean'"),
    (r"text|sentence|prompt|caption", "'a small example of a text'"),
    (r"name|\w+_name|tag|key", "'name'"),
)
_TRUTHS = re.compile(
    r"(use|is|has|with|do|should|enable|return|add|apply|include|normali[sz]e|shuffle|verbose|"
    r"debug|pretrained|causal|bidirectional|batch_first|training|train|inplace)(_\w+)?|\w+_flag"
)
_COMPILED_NUMBERS = tuple((re.compile(pattern), value) for pattern, value in _NUMBERS)
_COMPILED_TEXTS = tuple((re.compile(pattern), value) for pattern, value in _TEXTS)


def ordinary_number(name: str) -> str | None:
    return _first(_COMPILED_NUMBERS, name)


def ordinary_text(name: str) -> str | None:
    return _first(_COMPILED_TEXTS, name)


def is_truth(name: str) -> bool:
    return _TRUTHS.fullmatch(name.lower()) is not None


def ordinary_value(name: str) -> str | None:
    """A literal, or None where the name says nothing."""
    if is_truth(name):
        return "False"
    return ordinary_text(name) or ordinary_number(name)


def _first(table: tuple[tuple[re.Pattern[str], str], ...], name: str) -> str | None:
    plain = name.lower().strip("_")
    return next((value for pattern, value in table if pattern.fullmatch(plain)), None)


def other_than(ordinary: str, reported: str | None) -> str:
    """An ordinary value that is not the reported one."""
    if ordinary != reported:
        return ordinary
    if ordinary in ("True", "False"):
        return str(ordinary != "True")
    if ordinary.isdigit():
        return str(max(2 * int(ordinary), 2))
    return ordinary
