"""Take the README's pictures of the extension in a real editor.

`python -m tests.e2e.editor.pictures FOLDER`
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.session import TRUST_ALL, built_extension, open_desk
from tests.e2e.editor.small_pictures import shrink
from tests.e2e.programs import SCRIPT, SOFTMAX_CODE, ZERO_GRAD_CODE

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

SIZE: ViewportSize = {"width": 1000, "height": 640}
LOOKS: dict[str, object] = {
    "workbench.colorTheme": "Default Light Modern",
    "editor.fontSize": 14,
    "editor.lightbulb.enabled": "on",
    "window.commandCenter": False,
    "window.title": "${activeEditorShort}",
    "breadcrumbs.enabled": False,
    "editor.hover.above": False,
    "editor.stickyScroll.enabled": False,
    "editor.guides.indentation": False,
}


def take(desk: Desk, folder: Path) -> None:
    desk.window_size = SIZE
    desk.write("train.py", SCRIPT)
    window = desk.open(desk.start(LOOKS))
    window.open_file("train.py")
    window.squiggles("error").nth(1).wait_for()

    window.command("View: Toggle Primary Side Bar Visibility")
    hover = window.hover(window.squiggles("error").first)
    hover.filter(has_text="Why is this bad?").first.wait_for()
    window.picture(folder / "hover.png")
    window.press("Escape")

    row = window.show_problems().filter(has_text=ZERO_GRAD_CODE)
    row.dblclick()
    window.wait_for_focus()
    window.quick_fixes().filter(has_text="zero_grad").first.wait_for()
    window.picture(folder / "quick-fix.png")
    window.press("Escape")

    window.command("View: Toggle Panel Visibility")
    window.command("View: Toggle Primary Side Bar Visibility")
    window.show_view("Seismograd").filter(has_text=SOFTMAX_CODE).first.dblclick()
    window.wait_for_focus()
    window.picture(folder / "findings.png")


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0])
    settings = {**TRUST_ALL, "seismograd.python": sys.executable}
    with (
        tempfile.TemporaryDirectory() as scratch,
        open_desk(built_extension(), Path(scratch), settings) as desk,
    ):
        take(desk, folder)
    for picture in sorted(folder.glob("*.png")):
        shrink(picture)
        print(f"{picture}  {picture.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
