"""Runs, studies, tuning and analysis of scenarios, by the program's commands."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping, Union

import numpy as np
from numpy.typing import NDArray

from ._program import KinetreeError, run, run_json

Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]


@contextlib.contextmanager
def _file(scenario: Scenario, kind: str) -> Iterator[str]:
    """Give the name of a file with a scenario or a study; a dict is written into the current folder meanwhile.

    Names of files in a dict are relative to the current folder, therefore.
    """
    if not isinstance(scenario, Mapping):
        yield os.fspath(scenario)
        return
    handle, name = tempfile.mkstemp(suffix=".yaml", prefix=f".{kind}-", dir=".")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump({"kinetree": 1, **scenario}, out)
        yield name
    finally:
        os.unlink(name)


def _settings(settings: Mapping[str, Any] | None) -> list[str]:
    return [f"--set={path}={json.dumps(value)}" for path, value in (settings or {}).items()]


@dataclass
class Run:
    """A run: its log, an array with a field for each column such as "elbow_joint/position", and its summary."""

    log: NDArray[Any]
    summary: dict[str, Any]

    def __getitem__(self, column: str) -> NDArray[np.float64]:
        if column not in (self.log.dtype.names or ()):
            raise KinetreeError(f"the log has no column {column!r}; expected one of {', '.join(self.log.dtype.names)}")
        return self.log[column]


def simulate(scenario: Scenario, settings: Mapping[str, Any] | None = None, *options: str) -> Run:
    """Run a robot or a scenario: a file, an embedded one by its name, or a dict with the keys of scenario files.

    `settings` are values by path, such as {"controller.gains.elbow_joint.p": 300}; `options` more flags of
    `simulate run`. A run that ends with an error, such as a motion that diverges, raises KinetreeError.

    >>> run = simulate("pendulum", {"duration": 0.5})
    >>> len(run["time"])
    501
    """
    with tempfile.TemporaryDirectory() as folder, _file(scenario, "scenario") as name:
        log = str(Path(folder) / "run.npz")
        summary = run_json(["run", name, "--out", log, "--json", *_settings(settings), *options])
        return Run(_structured(log), summary)


def _structured(file: str) -> NDArray[Any]:
    with np.load(file) as columns:
        names = [str(x) for x in columns["columns"]] if "columns" in columns.files else list(columns.files)
        log = np.empty(len(columns[names[0]]), dtype=[(name, float) for name in names])
        for name in names:
            log[name] = columns[name]
    return log


def batch(study: Scenario, out: str | os.PathLike[str], *options: str) -> NDArray[Any]:
    """Do the runs of a study and return its table, an array with a field for each column and a row for each run.

    `out` is the directory of the results. Empty numbers are NaN; index and seed are whole numbers, status and reason
    texts.
    """
    with _file(study, "study") as name:
        run(["batch", name, "--out", os.fspath(out), *options])
    return table(Path(out) / "runs.csv")


def table(file: str | os.PathLike[str]) -> NDArray[Any]:
    """Read the table of a batch, runs.csv."""
    with open(file, encoding="utf-8", newline="") as text:
        rows = list(csv.reader(text))
    names, cells = rows[0], rows[1:]
    kinds: list[tuple[str, Any]] = []
    columns: list[list[Any]] = []
    for i, name in enumerate(names):
        values = [row[i] for row in cells]
        try:
            columns.append([int(x) for x in values] if name in ("index", "seed")
                           else [float(x) if x else np.nan for x in values])
            kinds.append((name, np.int64 if name in ("index", "seed") else float))
        except ValueError:
            columns.append(values)
            kinds.append((name, f"U{max(1, *map(len, values), 1)}"))
    result = np.empty(len(cells), dtype=kinds)
    for (name, _), values in zip(kinds, columns):
        result[name] = values
    return result


def tune(scenario: Scenario, *options: str) -> dict[str, Any]:
    """Search the free numbers of a scenario (its key `tune`) and return the result of `simulate tune --json`.

    The key "scenario" of the result is the text of the tuned scenario.
    """
    with tempfile.TemporaryDirectory() as folder, _file(scenario, "scenario") as name:
        tuned = Path(folder) / "tuned.yaml"
        result: dict[str, Any] = run_json(["tune", name, "--json", "--out", str(tuned), "--history", "", "--report", "",
                                           *options])
        result["scenario"] = tuned.read_text(encoding="utf-8")
        return result


@dataclass
class Analysis:
    """The loop around the robot at rest, from sample to sample.

    `a`, `b` and `closed_loop` are the matrices of the robot alone and of the closed loop, `poles` those of the closed
    loop (1/s), `stable` is True, False, or None where there is no verdict, and `fields` has all that
    `simulate analyze --json` prints.
    """

    fields: dict[str, Any]
    a: NDArray[np.float64] = field(init=False)
    b: NDArray[np.float64] = field(init=False)
    closed_loop: NDArray[np.float64] = field(init=False)
    poles: NDArray[np.complex128] = field(init=False)

    def __post_init__(self) -> None:
        f = self.fields
        self.a, self.b = np.array(f.get("A") or [], float), np.array(f.get("B") or [], float)
        self.closed_loop = np.array(f.get("closed_loop_A") or [], float)
        self.poles = np.array([complex(p["real"], p["imaginary"]) for p in f.get("closed_loop_poles") or []])

    @property
    def stable(self) -> bool | None:
        return self.fields["stable"]

    @property
    def worst(self) -> dict[str, Any]:
        """The worst margins of all joints: gain_margin, phase_margin (rad), delay_margin (s) and so on."""
        return self.fields["worst"]

    def response(self, joint: str) -> tuple[NDArray[np.float64], NDArray[np.complex128]]:
        """The frequencies (rad/s) and the open loop of a joint, broken at its actuator with all others closed."""
        for loop in self.fields["loops"]:
            if loop["joint"] == joint:
                bode = loop["bode"]
                phase = np.array(bode["phase"])
                return np.array(bode["frequency"]), np.array(bode["gain"]) * np.exp(1j * phase)
        raise KinetreeError(f"there is no loop of {joint!r}; expected one of "
                            f"{', '.join(loop['joint'] for loop in self.fields['loops'])}")

    def to_control(self) -> Any:
        """The robot alone, from efforts to its state, as a StateSpace of the package python-control."""
        import control  # an optional dependency
        n, m = self.b.shape
        return control.ss(self.a, self.b, np.eye(n), np.zeros((n, m)))


def analyze(scenario: Scenario, settings: Mapping[str, Any] | None = None, *options: str) -> Analysis:
    """Analyse the loop of a scenario.

    >>> analyze("rr_arm_step").stable
    True
    """
    with _file(scenario, "scenario") as name:
        return Analysis(run_json(["analyze", name, "--json", *_settings(settings), *options]))
