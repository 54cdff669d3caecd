"""One window of the editor, used as a person uses it: keyboard, mouse, eyes.

Selectors are internals of the workbench; they stand here and nowhere else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Locator, Page

STEP_LIMIT_MS = 1000 * int(os.environ.get("SEISMOGRAD_EDITOR_STEP_S", "120"))
MENU_LIMIT_MS = 10_000
EDITOR_IS_SLOW = "Activating Extensions..."  # its own word, not one of an extension
Severity = Literal["error", "warning", "info", "hint"]


class Workbench:
    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(STEP_LIMIT_MS)
        page.goto(address, wait_until="domcontentloaded")
        page.wait_for_selector(".monaco-workbench .statusbar")

    def reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")
        self.page.wait_for_selector(".monaco-workbench .statusbar")

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    # Files and editors

    def open_file(self, name: str) -> None:
        row = f'.explorer-folders-view .monaco-list-row[aria-label^="{name}"]'
        self.page.dblclick(row)
        self.page.wait_for_selector(f'.tab.active[data-resource-name="{name}"]')
        self.page.wait_for_selector(".monaco-editor .view-line")

    def show_tab(self, name: str) -> None:
        self.page.locator(".tab", has_text=name).first.click()
        self.tab(name).wait_for()

    def tab(self, name: str) -> Locator:
        return self.page.locator(".tab.active", has_text=name)

    def close_editors(self) -> None:
        self.command("View: Close All Editors")
        self.page.wait_for_selector(".tab", state="detached")

    def save(self) -> None:
        self.press("Control+S")

    def go_to(self, line: int, column: int = 1) -> None:
        """Put the cursor somewhere; lines and columns count from 1."""
        self.press("Control+G")
        self.page.wait_for_selector(".quick-input-widget:visible")
        self.type(f":{line}:{column}" if self._quick_input_text() == "" else f"{line}:{column}")
        self.press("Enter")
        self.page.wait_for_selector(".quick-input-widget", state="hidden")

    def wait_for_focus(self) -> None:
        self.page.wait_for_selector(".monaco-editor.focused")

    def focus_cell(self, index: int) -> None:
        """Put the cursor into a cell of a notebook."""
        self.page.locator(".notebookOverlay .cell .monaco-editor .view-lines").nth(index).click()
        self.wait_for_focus()

    def line(self, text: str) -> Locator:
        """A line of the text that is edited."""
        return self.page.locator(".monaco-editor .view-line", has_text=text)

    def squiggles(self, severity: Severity) -> Locator:
        return self.page.locator(f".monaco-editor .squiggly-{severity}")

    def hover(self, place: Locator) -> Locator:
        """Rest the mouse on something and give what pops up."""
        box = place.bounding_box()
        assert box is not None, "it cannot be seen"
        # Decorations lie under the text, so that the mouse cannot be aimed at them by name.
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return self.page.locator(".monaco-hover:visible .hover-contents")

    def quick_fixes(self) -> Locator:
        """Open the light bulb's menu where the cursor is."""
        self.press("Control+Period")
        return self.page.locator(".action-widget .monaco-list-row.action")

    def take_quick_fix(self, title: str | re.Pattern[str]) -> None:
        """Choose from the light bulb's menu.

        The workbench sets the focus some time after a click, and that closes open menus.
        """
        self._choose_anew(lambda: self.quick_fixes().filter(has_text=title).first, title)

    def _choose_anew(self, offer: Callable[[], Locator], title: str | re.Pattern[str]) -> None:
        """Open a menu and take what it offers; open it again while that is not in it.

        What a menu offers is settled when it opens, a moment before the workbench knows all.
        """
        self._again_and_again(lambda: offer().click(timeout=MENU_LIMIT_MS), title)

    def _again_and_again(self, take: Callable[[], None], title: str | re.Pattern[str]) -> None:
        from playwright.sync_api import TimeoutError as Late

        for _ in range(STEP_LIMIT_MS // MENU_LIMIT_MS):
            with suppress(Late):
                take()
                return
            self.press("Escape")
        raise AssertionError(f"never offered: {title}")

    def preview_quick_fix(self, title: str | re.Pattern[str]) -> None:
        """Choose from the light bulb's menu, and apply what the preview shows."""

        def preview() -> None:
            self.quick_fixes().filter(has_text=title).first.hover(timeout=MENU_LIMIT_MS)
            self.press("Control+Enter")
            rows = self.page.locator(".bulk-edit-panel .monaco-list-row")
            rows.first.wait_for(timeout=MENU_LIMIT_MS)

        self._again_and_again(preview, title)
        self._confirm_preview()

    def _confirm_preview(self) -> None:
        preview = self.page.locator(".bulk-edit-panel")
        preview.locator(".monaco-list-row").first.wait_for()
        preview.locator(".monaco-button", has_text="Apply").first.click()
        preview.wait_for(state="hidden")

    # Panels, views and messages

    def show_problems(self) -> Locator:
        self.press("Control+Shift+M")
        self.page.wait_for_selector(".markers-panel-container")
        return self.page.locator(".markers-panel .monaco-list-row")

    def output_line(self, text: str | re.Pattern[str]) -> Locator:
        """A line of the output channel that is shown."""
        return self.page.locator(".panel .output-view .view-line", has_text=text)

    def activity(self, name: str) -> Locator:
        return self.page.locator(f'.activitybar .action-item a[aria-label^="{name}"]')

    def show_view(self, name: str) -> Locator:
        """Open a container of the activity bar and give its rows."""
        self.activity(name).click()
        return self.page.locator(".sidebar .monaco-list-row")

    def view_row(self, text: str, view: str | None = None) -> Locator:
        """A row of a view that is open in the side bar, or of any."""
        if view is None:
            return self.page.locator(".sidebar .monaco-list-row", has_text=text)
        header = self.page.locator(f'.pane-header[aria-label^="{view}"]')
        pane = self.page.locator(".sidebar .pane", has=header)
        return pane.locator(".monaco-list-row", has_text=text)

    def collapse_view(self, name: str) -> None:
        """Make room for others: rows that are out of sight are not there."""
        self.page.locator(f'.pane-header.expanded[aria-label^="{name}"]').click()
        self.page.wait_for_selector(f'.pane-header:not(.expanded)[aria-label^="{name}"]')

    def expand(self, row: Locator) -> None:
        row.first.locator(".monaco-tl-twistie.collapsed").click()

    def press_inline(self, row: Locator, action: str) -> None:
        """A button of a row, which is seen under the mouse."""
        row.first.hover()
        row.first.locator(f'.actions a[aria-label="{action}"]').click()

    def choose_in_menu(self, place: Locator, title: str) -> None:
        """Take what the menu of the right mouse button offers.

        By the keyboard: a menu that has just opened takes no notice of a click.
        """
        item = self.page.locator(".monaco-menu .action-item", has_text=title).first

        def take() -> None:
            place.first.click(button="right")
            item.hover(timeout=MENU_LIMIT_MS)
            self.press("Enter")
            item.wait_for(state="hidden", timeout=MENU_LIMIT_MS)

        self._again_and_again(take, title)

    def editor_action(self, title: str) -> Locator:
        """A button above the text that is edited."""
        return self.page.locator(f'.editor-actions a[aria-label^="{title}"]')

    def show_explorer(self) -> None:
        self.press("Control+Shift+E")
        self.page.wait_for_selector(".explorer-folders-view .monaco-list-row")

    def terminal_line(self, text: str) -> Locator:
        return self.page.locator(".terminal-wrapper .xterm-rows > div", has_text=text).first

    def webview(self) -> FrameLocator:
        """What a page of an extension shows; it lies in a frame within a frame."""
        return self.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")

    def page_of_report(self) -> FrameLocator:
        """The page of an extension that was opened last, beside others."""
        outer = self.page.frame_locator("iframe.webview >> nth=-1")
        return outer.frame_locator("iframe#active-frame")

    def lens(self, text: str | re.Pattern[str]) -> Locator:
        """A command above a line of code."""
        return self.page.locator(".codelens-decoration a, .codelens-decoration span", has_text=text)

    def command(self, title: str) -> None:
        """Run a command by its title in the palette."""
        self._choose_anew(lambda: self._found_in_palette(title), title)

    def _found_in_palette(self, title: str) -> Locator:
        self.press("F1")
        self.page.wait_for_selector(".quick-input-widget:visible")
        self.page.locator(".quick-input-widget input").first.fill(f">{title}")
        return self.page.locator(".quick-input-list .monaco-list-row", has_text=title).first

    def choose(self, text: str) -> None:
        """Take what is offered in a list to choose from."""
        self.page.locator(".quick-input-list .monaco-list-row", has_text=text).first.click()

    def notification(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.locator(".notification-list-item", has_text=text)

    def notifications(self) -> Sequence[str]:
        texts = self.page.locator(".notification-list-item-message").all_inner_texts()
        return [text for text in texts if text != EDITOR_IS_SLOW]

    def show_notifications(self) -> None:
        """Bring back those that have gone from view by themselves."""
        self.command("Notifications: Show Notifications")
        self.page.wait_for_selector(".notifications-center.visible")

    def all_notifications(self) -> Sequence[str]:
        self.show_notifications()
        texts = self.notifications()
        self._hide_notifications()
        return texts

    def _hide_notifications(self) -> None:
        """They hide by themselves as well, once the last of them has gone."""
        from playwright.sync_api import TimeoutError as Late

        with suppress(Late):
            button = self.page.locator(".notifications-center.visible .codicon-notifications-hide")
            button.click(timeout=MENU_LIMIT_MS)
        self.page.wait_for_selector(".notifications-center.visible", state="hidden")

    def clear_notifications(self) -> None:
        self.command("Notifications: Clear All Notifications")
        self.wait_for_no_notifications()

    def wait_for_no_notifications(self) -> None:
        self.page.wait_for_selector(".notification-list-item", state="detached")

    def press_button(self, within: Locator, name: str) -> None:
        within.locator(".monaco-button", has_text=name).first.click()

    def dialog(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.locator(".monaco-dialog-box", has_text=text)

    def open_walkthrough(self, title: str) -> None:
        self.command("Welcome: Open Walkthrough...")
        self.choose(title)
        self.page.wait_for_selector(".gettingStartedContainer .getting-started-step")

    def ticked(self, step: str) -> Locator:
        """The tick of a walkthrough's step, once it is done."""
        return self.page.locator(f'.complete[data-done-step-id$="#{step}"]')

    def status_bar(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.locator(".statusbar-item", has_text=text)

    def trust_workspace(self) -> None:
        self.command("Workspaces: Manage Workspace Trust")
        self.page.locator(".workspace-trust-editor .monaco-button", has_text="Trust").first.click()
        self.page.wait_for_selector(".workspace-trust-header.workspace-trust-trusted")

    def picture(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(path))
        return path

    def _quick_input_text(self) -> str:
        return self.page.locator(".quick-input-widget input").first.input_value()
