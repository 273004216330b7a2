"""Runs, studies, tuning and analysis from Python."""

import doctest
import os
import tempfile
import unittest
from pathlib import Path

import numpy as np

import kinetree
from kinetree import _model, _runs


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_pendulum(self):
        """A point mass on a bar of 1 m swings by 0.01 rad with the period 2 pi sqrt(l/g), but for 6e-6 of it."""
        run = kinetree.simulate({"model": "pendulum", "duration": 2, "initial": {"position": {"hinge": 0.01}}})
        t, q = run["time"], run["hinge/position"]
        self.assertEqual(run.summary["status"], "done")
        self.assertLess(np.abs(q - 0.01 * np.cos(np.sqrt(9.81) * t)).max(), 1e-6)
        self.assertEqual(os.listdir(), [])  # nothing is left

    def test_settings(self):
        short = kinetree.simulate("ur5_hold", {"duration": 0.1, "controller.gains.elbow_joint.p": 100})
        self.assertEqual(len(short["time"]), 101)
        with self.assertRaisesRegex(kinetree.KinetreeError, "elbow/position"):
            short["elbow/position"]
        with self.assertRaisesRegex(kinetree.KinetreeError, "controller.gain"):
            kinetree.simulate("ur5_hold", {"controller.gain.elbow_joint.p": 100})

    def test_batch(self):
        study = {"scenario": {"kinetree": 1, "model": "pendulum", "duration": 0.1},
                 "sweep": [{"path": "initial.position.hinge", "grid": [0.1, 0.2, 0.3]}]}
        runs = kinetree.batch(study, "results")
        self.assertEqual(list(runs["initial.position.hinge"]), [0.1, 0.2, 0.3])
        self.assertEqual(list(runs["status"]), ["ok"] * 3)
        self.assertEqual(runs["index"].dtype, np.int64)

    def test_analysis(self):
        """The closed loop's matrix has the poles that are told, from sample to sample, and the margin is that of the
        response."""
        x = kinetree.analyze("rr_arm_step")
        z = np.exp(x.poles * x.fields["period"])
        self.assertLess(np.abs(np.sort_complex(np.linalg.eigvals(x.closed_loop)) - np.sort_complex(z)).max(), 1e-9)
        self.assertTrue(x.stable)
        w, response = x.response("joint1")
        distance = np.abs(1 + response).min()
        peak = max(loop["sensitivity_peak"] for loop in x.fields["loops"] if loop["joint"] == "joint1")
        self.assertLess(abs(1 / distance / peak - 1), 0.02)  # of the frequencies of a picture
        self.assertEqual(x.b.shape, (4, 2))

    def test_tune(self):
        result = kinetree.tune("ur5_tune", "--set", "tune.runs=20")
        self.assertIn("controller", result["scenario"])
        self.assertEqual(os.listdir(), [])

    def test_program(self):
        before = os.environ.get("KINETREE_SIMULATE")
        self.addCleanup(lambda: os.environ.pop("KINETREE_SIMULATE", None) if before is None
                        else os.environ.__setitem__("KINETREE_SIMULATE", before))
        os.environ["KINETREE_SIMULATE"] = str(Path("nowhere"))
        with self.assertRaisesRegex(kinetree.KinetreeError, "KINETREE_SIMULATE is 'nowhere'"):
            kinetree.program()


def load_tests(_loader, tests, _pattern):
    for module in (_model, _runs):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    unittest.main()
