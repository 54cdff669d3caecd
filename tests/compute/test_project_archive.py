"""What of a project travels, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.compute.compute import ComputeUnavailable
from seismograd.compute.project_archive import pack_project, unpack_project

KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n"
TRAVEL = (
    *("train.py", "data/train.csv", "secrets.py", "auth/session.py", "tokenizer.json"),
    *("checkpoints/best.pt", "token_ids.npy", "key.txt"),
)
SECRET = (".env", ".env.local", "prod.env", "server.key", "id_rsa", "credentials.json", "api_key")
STAY = (
    *(".git/config", ".seismograd/runs/1/run.json", ".ssh/config", "node_modules/a.js"),
    *("__pycache__/a.pyc", "env/pyvenv.cfg", "env/lib/a.py", ".gitignore"),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name in (*TRAVEL, *SECRET, *STAY):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def unpacked(project: Path) -> Path:
    folder = project.parent / "unpacked"
    folder.mkdir()
    unpack_project(pack_project(project).content, folder)
    return folder


def files(folder: Path) -> set[str]:
    return {one.relative_to(folder).as_posix() for one in folder.rglob("*") if not one.is_dir()}


def test_sources_and_data_travel_and_secrets_stay(project: Path) -> None:
    folder = unpacked(project)
    assert files(folder) == set(TRAVEL)
    assert (folder / "data/train.csv").read_text() == "data/train.csv"
    assert set(pack_project(project).secrets) == set(SECRET)


def test_a_key_under_another_name_stays(project: Path) -> None:
    (project / "notes.txt").write_text(KEY)
    assert "notes.txt" in pack_project(project).secrets
    assert "notes.txt" not in files(unpacked(project))


def test_links_stay_in_the_project(project: Path) -> None:
    (project.parent / "outside.txt").write_text("not ours")
    (project / "latest").symlink_to("data")
    (project / "absolute.csv").symlink_to(project / "data" / "train.csv")
    (project / "leak.txt").symlink_to(project.parent / "outside.txt")
    (project / "alias.txt").symlink_to(project / ".env")
    folder = unpacked(project)
    assert (folder / "latest" / "train.csv").read_text() == "data/train.csv"
    assert (folder / "absolute.csv").resolve() == (folder / "data" / "train.csv").resolve()
    assert not (folder / "leak.txt").is_symlink()
    assert not (folder / "alias.txt").exists()


def test_programs_stay_programs(project: Path) -> None:
    (project / "train.py").chmod(0o755)
    folder = unpacked(project)
    assert (folder / "train.py").stat().st_mode & 0o777 == 0o700
    assert (folder / "secrets.py").stat().st_mode & 0o777 == 0o600


def test_too_much_is_refused_in_one_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seismograd.compute.project_archive.MOST_BYTES", 100_000)
    (project / "large.bin").write_bytes(bytes(200_000))
    with pytest.raises(ComputeUnavailable, match="too much to be sent; put the data into a folder"):
        pack_project(project)
