"""Texts that were sound once: pieces are cut out, repeated, exchanged, or brought from others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

MOST_BYTES = 200_000
MOST_EDITS = 6
_TIMES = (2, 3, 17, 300, 3_000)
ANYWHERE = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\x0c", b"\xed\xa0\x80", b"\xf0\x9f\x90\x9b",
    b"\xe2\x80\xa8", b"\x1b[31m", b"\t", b"\n", b"    ", b'"', b"'", b'"""', b"\\", b"`", b"```\n",
    b"(", b"[", b"{", b")", b"]", b"}", b"<", b">", b"#", b"@", b"*", b"**", b"-", b"=", b":", b";",
    b",", b"|", b"&", b"!", b"%", b"$", b"0", b"-1", b"1e999", b"1e-999", b"9" * 400,
    b"0x" + b"f" * 400,
    b"None", b"null", b"true", b"NaN", b"Infinity", b"lambda: ", b"not ", b"if ", b"else ", b"for ",
)  # fmt: skip
"""Pieces that mean something to one reader or another."""


@st.composite
def mutated(draw: st.DrawFn, seeds: Sequence[bytes], words: Sequence[bytes] = ()) -> bytes:
    """A seed after a few edits."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, MOST_EDITS))):
        edit = draw(st.sampled_from(_EDITS))
        text = edit(draw, text, seeds, words)[:MOST_BYTES]
    return text


_Edit = Callable[[st.DrawFn, bytes, Sequence[bytes], Sequence[bytes]], bytes]


def _piece(draw: st.DrawFn, text: bytes) -> tuple[int, int]:
    """A stretch of bytes, or of lines."""
    start = draw(st.integers(0, len(text)))
    if draw(st.booleans()):
        return start, min(len(text), start + draw(st.integers(0, 40)))
    first = text.rfind(b"\n", 0, start) + 1
    last = text.find(b"\n", start)
    return first, len(text) if last < 0 else last + 1


def _cut(draw: st.DrawFn, text: bytes, _seeds: object, _words: object) -> bytes:
    start, end = _piece(draw, text)
    return text[:start] + text[end:]


def _repeat(draw: st.DrawFn, text: bytes, _seeds: object, _words: object) -> bytes:
    start, end = _piece(draw, text)
    times = min(draw(st.sampled_from(_TIMES)), MOST_BYTES // max(end - start, 1))
    return text[:start] + text[start:end] * times + text[end:]


def _insert(draw: st.DrawFn, text: bytes, _seeds: object, words: Sequence[bytes]) -> bytes:
    at, _ = _piece(draw, text)
    word = draw(st.sampled_from([*ANYWHERE, *words]))
    return text[:at] + word * draw(st.sampled_from((1, 1, 1, *_TIMES))) + text[at:]


def _exchange(draw: st.DrawFn, text: bytes, _seeds: object, words: Sequence[bytes]) -> bytes:
    start, end = _piece(draw, text)
    return text[:start] + draw(st.sampled_from([*ANYWHERE, *words])) + text[end:]


def _bring(draw: st.DrawFn, text: bytes, seeds: Sequence[bytes], _words: object) -> bytes:
    at, _ = _piece(draw, text)
    other = draw(st.sampled_from(seeds))
    start, end = _piece(draw, other)
    return text[:at] + other[start:end] + text[at:]


def _swap(draw: st.DrawFn, text: bytes, _seeds: object, _words: object) -> bytes:
    (a, b), (c, d) = sorted((_piece(draw, text), _piece(draw, text)))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:] if b <= c else text


def _flip(draw: st.DrawFn, text: bytes, _seeds: object, _words: object) -> bytes:
    if not text:
        return text
    at = draw(st.integers(0, len(text) - 1))
    return text[:at] + bytes([text[at] ^ (1 << draw(st.integers(0, 7)))]) + text[at + 1 :]


def _tear(draw: st.DrawFn, text: bytes, _seeds: object, _words: object) -> bytes:
    return text[: draw(st.integers(0, len(text)))]


_EDITS: tuple[_Edit, ...] = (_cut, _repeat, _insert, _exchange, _bring, _swap, _flip, _tear)
