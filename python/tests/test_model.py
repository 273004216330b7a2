"""Models against reference figures, closed forms and one another."""

import json
import unittest
from pathlib import Path

import numpy as np

import kinetree

GOLDEN = Path(__file__).parents[2].parent / "shared" / "golden"


def relative(got, want):
    """The largest difference relative to the largest value."""
    got, want = np.asarray(got, float), np.asarray(want, float)
    return np.abs(got - want).max() / max(np.abs(want).max(), 1e-3)


class GoldenTest(unittest.TestCase):
    """Figures that Pinocchio has computed in extended precision: exact to 1e-16, reached to 1e-12; a wrong term shows
    far above 1e-9."""

    def setUp(self):
        if not GOLDEN.is_dir():
            self.skipTest(f"the reference figures are missing: {GOLDEN}")

    def states(self, name, **options):
        figures = json.loads((GOLDEN / f"{name}.json").read_text())
        model = kinetree.Model(str(GOLDEN / figures["urdf"]), gravity=figures["gravity"], ignore_mimic=True, **options)
        self.addCleanup(model.close)
        order = [model.rate_names.index(j) if j in model.rate_names else None for j in figures["joint_order"]]
        return figures, model, order

    def test_fixed(self):
        compared = 0
        for name in ("ur3_robot", "ur5_robot", "ur10_robot", "panda", "kinova", "z1", "talos_left_arm", "solo12"):
            with self.subTest(name):
                figures, model, order = self.states(name)
                pick = np.ix_(order, order)
                s = figures["states"]
                q = np.array([model.position(x["q"]) for x in s])
                v, tau, a = (np.array([model.rates(x[key]) for x in s]) for key in ("qd", "tau", "qdd_in"))
                for state, acceleration in zip(s, model.aba(q, v, tau)):
                    if not state["aba_singular"]:
                        self.assertLess(relative(acceleration, model.rates(state["aba"])), 1e-9)
                for key, got in (("rnea", model.rnea(q, v, a)), ("g", model.gravity(q)), ("h", model.nle(q, v))):
                    want = [model.rates(x[key]) for x in s]
                    self.assertLess(relative(got, want), 1e-9, key)
                for key, got in (("M", model.crba(q)), ("C", model.coriolis(q, v)), ("Minv", model.minverse(q))):
                    self.assertLess(relative([x[pick] for x in got], [x[key] for x in s]), 1e-9, key)
                kinetic, _ = model.energy(q, v)
                self.assertLess(relative(kinetic, [x["kinetic_energy"] for x in s]), 1e-9)
                leaf = figures["leaf_link"]
                jacobian = model.jacobian(q, leaf, kinetree.LOCAL_WORLD_ALIGNED)[..., order]
                self.assertLess(relative(jacobian, [x["leaf_jacobian"] for x in s]), 1e-9)
                twist = model.velocity(q, v, leaf, kinetree.LOCAL_WORLD_ALIGNED)
                self.assertLess(relative(twist, [x["leaf_velocity"] for x in s]), 1e-9)
                for link in s[0]["poses"]:
                    want = [np.reshape(x["poses"][link], (4, 4)) for x in s]
                    self.assertLess(relative(model.frame(q, link), want), 1e-9, link)
                dq, dv, _ = model.aba_derivatives(q, v, tau)
                for k, state in enumerate(s):
                    if not state["aba_singular"]:
                        self.assertLess(relative(dq[k][pick], state["dqdd_dq"]), 1e-8)
                        self.assertLess(relative(dv[k][pick], state["dqdd_dqd"]), 1e-8)
                compared += 1
        self.assertGreaterEqual(compared, 8)

    def test_floating(self):
        figures, model, _ = self.states("solo12_freeflyer", floating=True)
        for state in figures["states"]:
            q, v = model.position(state["q"]), model.rates(state["qd"])
            q[:7] = state["base_position"] + state["base_quat_xyzw"]
            v[:6] = state["base_twist"]
            tau = model.rates(state["tau"])
            tau[:6] = state["base_force"]
            want = model.rates(state["aba"])
            want[:6] = state["aba_base"]
            self.assertLess(relative(model.aba(q, v, tau), want), 1e-9)


class ModelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = kinetree.Model("ur5")
        cls.addClassCleanup(cls.model.close)
        cls.rng = np.random.default_rng(1)

    def random(self, *shape):
        return self.rng.uniform(-1, 1, (*shape, 6))

    def test_many_are_one_by_one(self):
        """Batches have the bits of single states, whatever their number, and any leading shape."""
        q, v, tau = self.random(5, 7), self.random(5, 7), self.random(5, 7)
        all_at_once = self.model.aba(q, v, tau)
        self.assertEqual(all_at_once.shape, (5, 7, 6))
        for i in range(5):
            for k in range(7):
                self.assertTrue((self.model.aba(q[i, k], v[i, k], tau[i, k]) == all_at_once[i, k]).all())

    def test_long(self):
        """More states than go through the pipes at a time: the inverse of the inverse, to rounding."""
        n = 40_000
        q, v, a = self.random(n), self.random(n), self.random(n)
        self.assertLess(np.abs(self.model.aba(q, v, self.model.rnea(q, v, a)) - a).max(), 1e-9)

    def test_broadcast(self):
        q = self.random()
        v = self.random(3)
        got = self.model.nle(q, v)
        self.assertTrue((got[1] == self.model.nle(q, v[1])).all())

    def test_wrench(self):
        """A force on the last link costs its Jacobian's transpose in effort, in the axes of the link."""
        q, zero = self.random(), np.zeros(6)
        wrenches = np.zeros((len(self.model.links), 6))
        k = self.model.links.index("ee_link")
        wrenches[k] = [1, 2, 3, 0.1, 0.2, 0.3]
        got = self.model.rnea(q, zero, zero, wrenches) - self.model.gravity(q)
        want = -self.model.jacobian(q, "ee_link", kinetree.LOCAL).T @ wrenches[k]
        self.assertLess(np.abs(got - want).max(), 1e-12)

    def test_com(self):
        """The velocity of the centre of mass is its change in time; without v there is the position alone."""
        q, v, h = self.random(3), self.random(3), 1e-6
        position, velocity = self.model.com(q, v)
        self.assertTrue((self.model.com(q) == position).all())
        change = (self.model.com(q + h * v) - self.model.com(q - h * v)) / (2 * h)
        self.assertLess(np.abs(velocity - change).max(), 1e-8)

    def test_frames(self):
        """A velocity is the Jacobian times the rates in each frame, and the rate of the Jacobian its change in time."""
        q, v, h = self.random(), self.random(), 1e-6
        for frame in (kinetree.LOCAL, kinetree.WORLD, kinetree.LOCAL_WORLD_ALIGNED):
            jacobian = self.model.jacobian(q, "ee_link", frame)
            self.assertLess(np.abs(self.model.velocity(q, v, "ee_link", frame) - jacobian @ v).max(), 1e-12)
            change = (self.model.jacobian(q + h * v, "ee_link", frame)
                      - self.model.jacobian(q - h * v, "ee_link", frame)) / (2 * h)
            self.assertLess(np.abs(self.model.jacobian_rate(q, v, "ee_link", frame) - change).max(), 1e-8)

    def test_others(self):
        """Every quantity that the program names answers, with finite numbers of the announced shapes."""
        self.assertGreaterEqual(len(self.model.quantities), 20)
        given = {"q": self.random(2), "v": self.random(2), "a": self.random(2), "tau": self.random(2)}
        for want in self.model.quantities:
            with self.subTest(want):
                left, link = dict(given), None
                while True:
                    try:
                        result = self.model.compute(want, link=link, **left)
                        break
                    except kinetree.KinetreeError as e:
                        said = str(e)
                        names = {"velocity": "v", "acceleration": "a", "effort": "tau"}
                        unneeded = [k for name, k in names.items()
                                    if f"does not depend on {name};" in said and k in left]
                        if unneeded:
                            del left[unneeded[0]]
                        elif link is None and "no link" in said:
                            link = "ee_link"
                        else:
                            raise
                for x in result.values():
                    self.assertEqual(x.shape[0], 2)
                    self.assertTrue(np.isfinite(x).all())

    def test_regressor(self):
        q, v, a = self.random(), self.random(), self.random()
        parameters = self.model.query({"want": ["regressor"]})["regressor"]["parameters"]
        self.assertLess(np.abs(self.model.regressor(q, v, a) @ parameters - self.model.rnea(q, v, a)).max(), 1e-11)

    def test_ik(self):
        """The eight positions of a generic pose, among them the one that has it; forward kinematics leads back."""
        q = self.model.position(shoulder_lift_joint=-1, elbow_joint=1.2, wrist_2_joint=0.7)
        pose = self.model.frame(q, "tool0")
        found = self.model.ik("tool0", pose[:3, 3], start=q)
        self.assertLess(np.abs(found - q).max(), 1e-9)  # the start is a solution
        w = np.sqrt(1 + np.trace(pose[:3, :3])) / 2
        turn = [(pose[2, 1] - pose[1, 2]) / (4 * w), (pose[0, 2] - pose[2, 0]) / (4 * w),
                (pose[1, 0] - pose[0, 1]) / (4 * w), w]
        found = self.model.ik("tool0", [*pose[:3, 3], *turn], all=True)
        self.assertEqual(found.shape, (8, 6))
        self.assertLess(np.abs(self.model.frame(found, "tool0") - pose).max(), 1e-8)
        self.assertLess(np.abs(found - q).max(axis=1).min(), 1e-6)
        with self.assertRaisesRegex(kinetree.KinetreeError, "of 10 starts the nearest ends"):
            self.model.ik("tool0", [3, 0, 0], starts=10)

    def test_errors(self):
        for call, words in (
                (lambda: self.model.aba(self.random(2)[:, :5], self.random(2), self.random(2)),
                 "expected (6,) or (N, 6)"),
                (lambda: self.model.jacobian(self.random(), "tool"), 'did you mean "tool0"'),
                (lambda: self.model.jacobian(self.random(), "tool0", "GLOBAL"), "expected LOCAL, WORLD or"),
                (lambda: self.model.compute("mass", q=self.random()), "expected one of"),
                (lambda: self.model.aba(self.random(2), self.random(3), self.random(2)), "different numbers of states"),
                (lambda: self.model.position(elbow=1), "elbow_joint"),
                (lambda: self.model.query({"want": ["energi"]}), "energy"),
                (lambda: kinetree.Model("no_such_robot"), "no_such_robot")):
            with self.assertRaises(kinetree.KinetreeError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        self.assertEqual(self.model.gravity(self.model.neutral).shape, (6,))  # goes on after errors

    def test_state_of_an_error(self):
        """The state that has an error is named by its number among all."""
        with kinetree.Model("ur5", floating=True) as model:
            q = np.tile(model.neutral, (9000, 1))
            q[8500, 3:7] = 0
            with self.assertRaisesRegex(kinetree.KinetreeError, "^state 8500: "):
                model.gravity(q)


if __name__ == "__main__":
    unittest.main()
