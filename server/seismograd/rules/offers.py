"""What a rule offers as a mend: a fix of one edit, or nothing where the edit cannot be made."""

from __future__ import annotations

from seismograd.faults import Edit, Fix, Safety


def safe_fix(title: str, edit: Edit | None) -> list[Fix]:
    """The fix that makes an edit any expert would make; none without the edit."""
    return _offer(title, Safety.SAFE, edit)


def unsafe_fix(title: str, edit: Edit | None) -> list[Fix]:
    """The fix that makes an edit which may change what was meant; none without the edit."""
    return _offer(title, Safety.UNSAFE, edit)


def _offer(title: str, safety: Safety, edit: Edit | None) -> list[Fix]:
    return [] if edit is None else [Fix(title, safety, (edit,))]
