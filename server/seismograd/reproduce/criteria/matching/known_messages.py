"""What Python and the frameworks say when they fail: known even without the exception's name."""

from __future__ import annotations

import re
from dataclasses import dataclass

ANY = "Exception"
"""Where versions differ about the type."""


@dataclass(frozen=True, slots=True)
class KnownMessage:
    words: re.Pattern[str]
    exception: str
    pattern: str = ""
    """Where it says more than the words that were found; else these are the message."""


def _of(exception: str, *words: str) -> tuple[KnownMessage, ...]:
    return tuple(KnownMessage(re.compile(one, re.I), exception) for one in words)


def _told(exception: str, words: str, pattern: str) -> KnownMessage:
    """Words of people, and what the machine says then."""
    return KnownMessage(re.compile(words, re.I), exception, pattern)


_QUOTED = r"['\"][\w.]{1,60}['\"]"
MESSAGES: tuple[KnownMessage, ...] = (
    *_of(
        "RuntimeError",
        r"selected index k out of range",
        r"zero-dimensional tensor\b.{0,30}cannot be concatenated",
        r"(?:mat1 and mat2 )?shapes? cannot be multiplied",
        r"(?:the size of tensor a .{0,20})?must match the size of tensor b?",
        r"sizes of tensors must match(?: except in dimension)?",
        r"stack expects each tensor to be equal size",
        r"(?:stack|cat) expects a non-?empty TensorList|expected a non-empty list of Tensors",
        r"expected scalar type \w+ but (?:found|got) \w+",
        r"expected \w+ and \w+ to have the same dtype",
        r"mat1 and mat2 must have the same dtype",
        r"input type \(.{1,40}\) and (?:bias|weight) type \(.{1,40}\) should be the same",
        r"not implemented for ['\"](?:Half|BFloat16|Long|Int|Bool|Double|ComplexFloat|Float)['\"]",
        r"element 0 of tensors does not require grad|does not require grad(?= and)",
        r"none of the inputs have requires_grad=True",
        r"only tensors created explicitly by the user",
        r"0D or 1D target tensor expected",
        r"trying to backward through the graph a second time",
        r"modified by an in-?place operation",
        r"a leaf variable that requires grad",
        r"grad can be implicitly created only for scalar outputs",
        r"can't call numpy\(\) on tensor that requires grad",
        r"(?:missing|unexpected) key\(s\) in state_dict",
        r"size mismatch for [\w.]{2,80}",
        r"is invalid for input of size",
        r"view size is not compatible",
        r"length of all samples has to be greater than 0",
        r"array must be sorted in decreasing order",
        r"kernel size can't be greater than actual input size",
        r"calculated padded input size per channel",
        r"to have \d{1,6} channels, but got \d{1,6} channels",
        r"expected \dD .{0,40}\binput\b",
        r"boolean value of tensor with more than one value is ambiguous",
        r"input and parameter tensors are not the same dtype",
        r"mixed dtype \(CPU\)",
        r"dictionary changed size during iteration",
        r"expected (?:all )?tensors to be on the same device",
        r"a Tensor with \d{1,9} elements cannot be converted to Scalar",
        r"normal expects all elements of std >= 0|probability tensor contains",
    ),
    *_of(
        "IndexError",
        r"dimension out of range",
        r"(?:list|tuple|string) index out of range",
        r"index out of range in self",
        r"target -?\d{1,9} is out of bounds",
        r"index -?\d{1,9} is out of bounds",
        r"too many indices for (?:tensor|array)",
        r"pop from empty list",
    ),
    *_of(
        "ValueError",
        r"expected more than 1 value per channel when training",
        r"not enough values to unpack",
        r"too many values to unpack",
        r"could not convert string to float",
        r"invalid literal for int\(\)",
        r"optimizer got an empty parameter list",
        r"num_samples should be a positive integer value",
        r"(?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)",
        r"expected input batch_size \(\d{1,9}\) to match target batch_size",
        r"could not broadcast input array|operands could not be broadcast",
        r"input 0 of layer .{1,80} is incompatible",
    ),
    *_of(
        "TypeError",
        r"unhashable type",
        rf"got an unexpected keyword argument(?: {_QUOTED})?",
        rf"missing \d required (?:positional|keyword-only) arguments?(?:: {_QUOTED})?",
        rf"got multiple values for (?:keyword )?argument(?: {_QUOTED})?",
        rf"{_QUOTED} object is not (?:iterable|callable|subscriptable)",
        r"is not JSON serializable",
        r"cannot pickle ['\"]?\w",
        r"unsupported operand type",
        r"not supported between instances of",
        r"string indices must be integers",
        r"expected Tensor as element \d",
        r"takes \d{1,2} positional arguments? but \d{1,2} (?:was|were) given",
    ),
    *_of("AttributeError", rf"{_QUOTED} object has no attribute {_QUOTED}"),
    *_of("AttributeError", r"can't (?:get local|pickle local) object"),
    *_of("ZeroDivisionError", r"(?:float |integer )?division by zero"),
    *_of("RecursionError", r"maximum recursion depth exceeded"),
    *_of("UnboundLocalError", r"local variable ['\"]?\w{1,60}['\"]? referenced before assignment"),
    *_of("UnboundLocalError", r"cannot access local variable ['\"]?\w{1,60}"),
    *_of("NameError", r"name ['\"]\w{1,60}['\"] is not defined"),
    *_of("ImportError", r"cannot import name ['\"]?\w{1,60}"),
    *_of("ModuleNotFoundError", r"no module named ['\"]?[\w.]{1,60}"),
    *_of("AssertionError", r"embed_dim must be divisible by num_heads"),
    *_of(ANY, r"only one element tensors can be converted", r"only integer tensors of a single"),
    _told("ZeroDivisionError", r"\bdivi(?:des|ded|ding|sion) by zero\b", "division by zero"),
    _told(
        "RuntimeError",
        r"\bexpect(?:s|ed)? \w* ?(?:float|double|half|long|int|bfloat16)\d{0,2} (?:but|and) "
        r"(?:got|found|gets|finds) ",
        "dtype|scalar type|input type|bias type|same type",
    ),
    _told(
        "RuntimeError",
        r"\bd?types? (?:mismatch|do(?:es)? ?n[o']t match)|"
        r"\b(?:mismatch\w*|different|wrong) d?types?\b",
        "dtype|scalar type|input type|bias type|same type",
    ),
    _told(
        ANY,
        r"\b(?:shapes?|sizes?|dimensions?)(?:[- ]mismatch\w*|[- ]errors?| do(?:es)? ?n[o']t match)",
        "shape|size|dimension|channels",
    ),
    _told("IndexError", r"\b(?:index|indices)\b.{0,20}\bout of (?:range|bounds)\b", "out of"),
    _told(
        "RuntimeError",
        r"\b(?:device mismatch|different devices|wrong device)\b|"
        r"\b(?:stays?|remains?|left|still|is|are) (?:behind )?on (?:the )?cpu\b|"
        r"\b(?:not|n't|never) (?:be )?moved? (?:along )?(?:to|with)\b",
        "same device|expected device|on device",
    ),
)
"""The plainest first."""

_TYPES = {
    "index": "IndexError", "key": "KeyError", "type": "TypeError", "value": "ValueError",
    "attribute": "AttributeError", "runtime": "RuntimeError", "assertion": "AssertionError",
    "import": "ImportError", "zero division": "ZeroDivisionError", "recursion": "RecursionError",
    "name": "NameError", "overflow": "OverflowError", "file not found": "FileNotFoundError",
    "not implemented": "NotImplementedError", "unbound local": "UnboundLocalError",
    "unicode": "UnicodeError", "pickling": "PicklingError",
}  # fmt: skip
_SPELLED = re.compile(rf"\b({'|'.join(_TYPES)})[- ]errors?\b", re.I)


def known_messages(text: str) -> list[tuple[re.Match[str], KnownMessage]]:
    """What a text says of them, the plainest first."""
    found = ((one.words.search(text), one) for one in MESSAGES)
    return [(match, one) for match, one in found if match is not None]


def spelled_type(text: str) -> tuple[re.Match[str], str] | None:
    """An exception that people write as two words: "an index error"."""
    found = _SPELLED.search(text)
    return (found, _TYPES[found[1].lower().replace("-", " ")]) if found else None
