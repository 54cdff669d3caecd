"""From a training that does not learn to a measured patch in the text, and back."""

from __future__ import annotations

import re

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.workbench import Workbench
from tests.lsp.saved_repairs import save_patch

PROJECT = '[tool.seismograd]\nsandbox = "process"\n'
TRAINING = """import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(256, 4)
y = (x.sum(1) > 0).long()
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-6)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(15):
    for start in range(0, 192, 32):
        optimizer.zero_grad()
        loss = loss_fn(model(x[start : start + 32]), y[start : start + 32])
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        accuracy = (model(x[192:]).argmax(1) == y[192:]).float().mean().item()
    print(f"epoch {epoch} val accuracy {accuracy:.4f}")
"""
"""Takes less than a second, so that the whole search takes half a minute."""
OPTIMISER, LOOP = 9, 12
PATCH = re.compile(r"lr 1e-06 -> \S+ \(val accuracy \S+ -> \S+, 6 seeds, p ")


def opened(desk: Desk) -> Workbench:
    desk.write("pyproject.toml", PROJECT)
    desk.write("train.py", TRAINING)
    window = desk.open(desk.start({"seismograd.repair.trainings": 2}))
    window.open_file("train.py")
    return window


def test_a_patch_is_searched_applied_and_reverted(desk: Desk) -> None:
    window = opened(desk)
    window.go_to(LOOP)
    window.lens("Repair").first.wait_for()
    window.take_quick_fix("Search a verified patch")
    window.notification(re.compile(r"val accuracy \S+ with lr 0\.001")).first.wait_for()
    window.notification(re.compile("Verified patch: ")).first.wait_for()
    window.clear_notifications()

    window.show_tab("train.py")
    window.go_to(OPTIMISER)
    window.preview_quick_fix(re.compile(f"Apply: {PATCH.pattern}"))
    window.line("lr=0.001").first.wait_for()
    window.show_notifications()
    window.press_button(window.notification(re.compile("Applied: lr ")).first, "Revert")
    window.line("lr=1e-6").first.wait_for()

    window.command("Seismograd: Focus on Repairs View")
    row = window.view_row("train.py", "Repairs").filter(has_text="verified patch")
    window.expand(row)
    patch = window.view_row("lr 1e-06 -> ", "Repairs").filter(has_text="6 seeds").last
    window.press_inline(row, "Open Report of Repair")
    window.page_of_report().locator("h2", has_text=PATCH).first.wait_for()

    # Other text: the patch is refused, and nothing is lost.
    window.show_tab("train.py")
    window.go_to(1)
    window.type("# mine\n")
    patch.filter(has_text="code changed since").wait_for()
    window.press_inline(patch, "Apply Patch")
    window.notification("train.py changed since the search").first.wait_for()
    window.line("# mine").first.wait_for()
    window.line("lr=1e-6").first.wait_for()


def test_a_search_can_be_cancelled_while_it_verifies(desk: Desk) -> None:
    window = opened(desk)
    window.command("Seismograd: Search a Verified Patch")
    progress = window.notification(re.compile("verifying .* with 6 fresh seeds")).first
    progress.wait_for()
    window.press_button(progress, "Cancel")
    window.command("Seismograd: Focus on Repairs View")
    window.view_row("train.py", "Repairs").filter(has_text="cancelled").first.wait_for()


def test_a_patch_of_an_earlier_session_is_applied_to_a_configuration_file(desk: Desk) -> None:
    desk.write("pyproject.toml", PROJECT)
    desk.write("train.py", TRAINING)
    save_patch(desk.workspace, "config.yaml", "0.000001", "0.001", "rate: 0.000001  # small\n")
    window = desk.open(desk.start())
    window.open_file("train.py")
    window.open_file("config.yaml")
    window.take_quick_fix(re.compile(r"Apply: lr 0\.000001 -> 0\.001"))
    window.line("rate: 0.001  # small").first.wait_for()

    window.command("Seismograd: Focus on Repairs View")
    window.expand(window.view_row("train.py", "Repairs"))
    patch = window.view_row("lr 0.000001", "Repairs").filter(has_text="verified, applied")
    window.press_inline(patch, "Revert Patch")
    window.line("rate: 0.000001  # small").first.wait_for()
