"""Programs in Java that speak the protocol, each compiled once by the process that asks it."""

from __future__ import annotations

import atexit
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Final

from dtrees.errors import Unsupported
from dtrees.oracle.protocol.program import Program

INSTALL: Final = "apt-get install default-jdk-headless; pip install 'dtrees-spec[{}]'"

PEERS: Final = Path(__file__).parents[1]

OPTIONS: Final = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 --add-opens java.base/java.lang=ALL-UNNAMED"
"""Options by which Java starts in half the time, and lets a program look into its classes."""


class JavaProgram(Program):
    """A program in Java: the class `main` of its *scripts* speaks the protocol, and takes *arguments*.

    Each answer may take *seconds*, by default `patience`.  Raises `Unsupported` where Java is missing.
    """

    scripts: ClassVar[tuple[str, ...]]
    main: ClassVar[str] = "Trees"
    options: ClassVar[str] = ""
    """Further options of Java; ``{home}`` is the folder of the compiled classes."""
    patience: ClassVar[float] = 60.0  # before the first answer Java starts

    def __init__(self, class_path: str, *arguments: str, seconds: float | None = None) -> None:
        if shutil.which("java") is None or shutil.which("javac") is None:
            message = f"there is no Java with its compiler; install it with: {self.install}"
            raise Unsupported(message)
        self.arguments: Final = arguments
        home = compiled(class_path, self.scripts)
        options = f"{OPTIONS} {self.options.format(home=home)} -cp {shlex.quote(f'{class_path}:{home}')}"
        super().__init__(f"java {options} {self.main} {shlex.join(arguments)}", seconds=seconds or self.patience)

    @property
    def expression(self) -> str:
        """A Python expression that makes this object again."""
        return f"{type(self).__module__}.{type(self).__name__}({', '.join(map(repr, self.arguments))})"


def jars_of(package: str, place: str, install: str) -> str:
    """Return the path of the jars at *place* in a Python *package*; a star stands for all in a folder.

    Raises `Unsupported`, which names the command *install*, where they are missing.
    """
    found = find_spec(package)
    folders = [Path(folder) for folder in (found and found.submodule_search_locations) or ()]
    jars = [folder / place for folder in folders if any(folder.glob(place))]
    if not jars:
        message = f"there is no {place} of {package}; install it with: {install}"
        raise Unsupported(message)
    return str(jars[0])


@cache
def compiled(class_path: str, scripts: tuple[str, ...]) -> str:
    """Return a folder with the classes of *scripts*, compiled once by this process and removed with it."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    paths = [PEERS / name for name in scripts]
    subprocess.run(["javac", "-nowarn", "-cp", class_path, "-d", folder, *paths], check=True)  # noqa: S603, S607 (our own)
    return folder
