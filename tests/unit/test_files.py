"""A file that a command writes is whole, or is what it was."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from campaign.disk import files_of_at_most
from click.testing import CliRunner
from quality.fuzz import KEPT

from dtrees import datasets
from dtrees.cli.main import main
from dtrees.render.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

LOAN = str(datasets.path("loan"))
OLD = "what was there"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "kept"
    file.write_text(OLD, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command",
    [
        ["grow", LOAN, "--target", "approved", "--save"],
        ["grow", LOAN, "--target", "approved", "--html"],
        ["prune", LOAN, "--target", "approved", "--svg"],
        ["predict", LOAN, "--tree", "tree.json", "--save"],
        ["report", "campaign.jsonl", "--html"],
    ],
    ids=lambda command: f"{command[0]} {command[-1]}",
)
def test_a_full_disk_leaves_what_was_there(command: Sequence[str], old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(old.parent)
    Path("campaign.jsonl").write_text(KEPT, encoding="utf-8")
    CliRunner().invoke(main, ["grow", LOAN, "--target", "approved", "--save", "tree.json"])
    with files_of_at_most(len(OLD)):
        done = CliRunner().invoke(main, [*command, str(old)])
    assert done.stderr.splitlines()[-1] == f"Error: {old} cannot be written: File too large"
    assert old.read_text(encoding="utf-8") == OLD
    assert {path.name for path in old.parent.iterdir()} == {"campaign.jsonl", "kept", "tree.json"}
    assert CliRunner().invoke(main, [*command, str(old)]).exit_code in {0, 1}
    assert old.read_text(encoding="utf-8") != OLD


def test_a_link_and_who_may_read_the_file_stay(old: Path) -> None:
    old.chmod(0o640)
    link = old.with_name("link")
    link.symlink_to(old)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (old.read_text(encoding="utf-8"), old.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_link_that_leads_in_a_ring_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="Too many levels of symbolic links") as ring:
        write_whole(tmp_path / "a", "new")
    assert ring.value.filename == str(tmp_path / "a")


def test_a_pipe_and_a_device_are_written_to_themselves(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "new")
    reader.join(60)
    assert (read, pipe.is_fifo()) == (["new"], True)
    with pytest.raises(OSError, match="No space left") as full:
        write_whole(Path("/dev/full"), "new")
    assert (full.value.errno, full.value.filename) == (errno.ENOSPC, "/dev/full")


def test_a_folder_a_missing_folder_and_what_no_file_can_hold_change_nothing(old: Path) -> None:
    for path, error in (
        (old.parent, IsADirectoryError),
        (old / "x", NotADirectoryError),
        (old.parent / "no" / "x", FileNotFoundError),
    ):
        with pytest.raises(error) as refused:
            write_whole(path, "new")
        assert refused.value.filename == str(path)
    with pytest.raises(UnicodeEncodeError):
        write_whole(old, "\ud800")
    assert [path.name for path in old.parent.iterdir()] == ["kept"]
    assert old.read_text(encoding="utf-8") == OLD


def test_a_file_that_may_not_be_written_is_not_replaced() -> None:
    """Although its folder may be; root, who may write everywhere, is nobody meanwhile."""
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        old = Path(folder, "kept")
        old.write_text(OLD, encoding="utf-8")
        old.chmod(0o444)
        if is_root:
            os.seteuid(65534)
        try:
            with pytest.raises(PermissionError) as refused:
                write_whole(old, "new")
        finally:
            if is_root:
                os.seteuid(0)
        assert refused.value.filename == str(old)
        assert old.read_text(encoding="utf-8") == OLD
