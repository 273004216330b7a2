"""Kinetree from Python: dynamics of robots, simulation and controllers, by the program `simulate`."""

from ._model import LOCAL, LOCAL_WORLD_ALIGNED, WORLD, Joint, Model
from ._program import KinetreeError, program
from ._runs import Analysis, Run, analyze, batch, simulate, table, tune

__all__ = ["LOCAL", "LOCAL_WORLD_ALIGNED", "WORLD", "Analysis", "Joint", "KinetreeError", "Model", "Run", "analyze",
           "batch", "program", "simulate", "table", "tune"]
