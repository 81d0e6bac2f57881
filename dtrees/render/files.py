"""Writing a file completely, or leaving the old one as it was."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write *content*, a text in UTF-8, to a new file beside *path*, and move it to *path* when it is complete.

    So a full disk or a killed process leaves the old file as it was.  The target of a link is replaced, not the link;
    a pipe or a device is written to directly.  Raises an `OSError` that names *path*.
    """
    data = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{secrets.token_hex(8)}")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        if os.path.lexists(target):
            target.open("ab").close()  # which refuses what may not be written
        with beside.open("xb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            beside.unlink()
