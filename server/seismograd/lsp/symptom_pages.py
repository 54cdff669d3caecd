"""The pages of symptoms and their addresses."""

from __future__ import annotations

import re

_PAGE_URI = re.compile(r"seismograd:/+symptoms/(?P<name>[\w-]+)(?:\.md)?")


def symptom_page_uri(name: str) -> str:
    """The address of a page, which clients open with the `seismograd/rulePage` request."""
    return f"seismograd:/symptoms/{name}.md"


def symptom_page(name: str) -> str | None:
    """The Markdown of a page, asked for by name or address; None where there is none."""
    # Only whoever reads such a page needs what it is made from.
    from seismograd.reports.symptom_page import symptom_markdown
    from seismograd.traces.symptoms import detectors_by_name

    match = _PAGE_URI.fullmatch(name.strip())
    detector = detectors_by_name().get(match["name"] if match else name.strip())
    return None if detector is None else symptom_markdown(detector)
