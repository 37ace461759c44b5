"""Generates clients as docs/quickstart.md says it, and checks the types of what uses them."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.node import FOLDER, program

HERE: Final = Path(__file__).parent
PYTHON: Final = HERE / "python"
TYPESCRIPT: Final = HERE / "typescript"
QUICKSTART: Final = HERE.parents[1] / "docs" / "quickstart.md"
_BIN: Final = Path(sys.executable).parent
_PATIENCE: Final = 300


def blocks(kind: str) -> Iterator[str]:
    """The blocks of the quick start that have this behind their fence."""
    yield from re.findall(rf"^```{kind}\n(.*?)^```", QUICKSTART.read_text(), re.DOTALL | re.MULTILINE)


async def python_client(url: str, folder: Path) -> str:
    """Generate the package from a service's document; what the generator says."""
    (command,) = blocks("bash python")
    (folder / "quickstart.py").write_text("\n".join(blocks("python")))
    return await said("bash", "-c", command, folder=folder, CROUPIER_URL=url)


async def python_types_checked(folder: Path) -> str:
    """What mypy has to say, at its strictest, of the players, the quick start and the generated package."""
    files = (folder / "quickstart.py", *sorted(PYTHON.glob("*.py")))
    return await said(
        *(
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            "",
            "--cache-dir",
            str(folder / "cache"),
        ),
        *("--explicit-package-bases", "--follow-imports", "silent", *map(str, files)),
        folder=HERE.parents[1],
        MYPYPATH=f"{folder}{os.pathsep}.",
    )


async def typescript_client(url: str, folder: Path) -> str:
    """Generate the types from a service's document; what the generator says."""
    (command,) = blocks("bash typescript")
    for source in TYPESCRIPT.iterdir():
        (folder / source.name).write_bytes(source.read_bytes())
    (folder / "quickstart.ts").write_text("\n".join(blocks("ts")))
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    return await said("bash", "-c", command, folder=folder, CROUPIER_URL=url)


async def typescript_compiled(folder: Path) -> str:
    """Check and compile the players, the quick start and the generated types; what the compiler says."""
    return await said("node", program("tsc"), "--project", folder, folder=folder)


async def said(*command: str | Path, folder: Path, **environment: str) -> str:
    """All that a program prints; whatever its exit code, so that a test sees why it is not 0.

    The service under test goes on meanwhile: it works in this process.
    """
    path = f"{_BIN}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "PYTHONPATH": str(folder), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await asyncio.wait_for(process.communicate(), _PATIENCE)
    return printed.decode()
