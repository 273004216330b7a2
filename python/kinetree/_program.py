"""The program `simulate`: where it is, and how it is called."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Sequence


class KinetreeError(Exception):
    """What the program says of a request that it cannot answer."""


def program() -> str:
    """Return the path of the program.

    The environment variable KINETREE_SIMULATE names it, else it is the one that a wheel has brought, else the first
    one in PATH.
    """
    named = os.environ.get("KINETREE_SIMULATE")
    if named:
        if not Path(named).is_file():
            raise KinetreeError(f"KINETREE_SIMULATE is {named!r}, which is no file; expected the program simulate")
        return named
    for name in ("simulate", "simulate.exe"):
        brought = Path(__file__).parent / "bin" / name
        if brought.is_file():
            return str(brought)
    found = shutil.which("simulate")
    if found is None:
        raise KinetreeError("the program simulate was not found; expected it in PATH, or its path in the environment "
                            "variable KINETREE_SIMULATE. `go build ./cmd/simulate` builds it")
    return found


def run(arguments: Sequence[str], stdin: str | None = None) -> str:
    """Call the program and return what it prints. A status other than 0 is an error with the program's message."""
    done = subprocess.run([program(), *arguments], input=stdin, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise KinetreeError(done.stderr.strip() or f"simulate {' '.join(arguments)} ended with {done.returncode}")
    return done.stdout


def run_json(arguments: Sequence[str]) -> Any:
    """Call the program and return the JSON document that it prints."""
    return json.loads(run(arguments))
