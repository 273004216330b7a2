"""A tour of the package, to be run as a script or cell by cell in an editor that knows `# %%`."""

# %% A robot, its coordinates and its dynamics in one state
import numpy as np

import kinetree

ur5 = kinetree.Model("ur5")
print(ur5, ur5.position_names)
q = ur5.position(shoulder_lift_joint=-1.2, elbow_joint=1.0)
v = ur5.rates(elbow_joint=0.5)
print("efforts that hold it still:", np.round(ur5.gravity(q), 2), "N m")
print("mass matrix:", np.round(np.diag(ur5.crba(q)), 3), "on the diagonal")

# %% Many states at once
rng = np.random.default_rng(1)
states = rng.uniform(-np.pi, np.pi, (100_000, ur5.nq))
efforts = ur5.gravity(states)
print("largest effort against gravity by joint:", np.round(np.abs(efforts).max(axis=0), 1), "N m")

# %% Inverse kinematics by damped least squares, with the Jacobian
goal = ur5.frame(ur5.position(shoulder_lift_joint=-1.0, elbow_joint=1.4), "ee_link")[:3, 3]
for step in range(100):
    error = goal - ur5.frame(q, "ee_link")[:3, 3]
    if np.linalg.norm(error) < 1e-10:
        break
    J = ur5.jacobian(q, "ee_link", kinetree.LOCAL_WORLD_ALIGNED)[:3]
    q = q + J.T @ np.linalg.solve(J @ J.T + 1e-9 * np.eye(3), error)
print(f"the hand is {np.linalg.norm(error):.1e} m from its goal after {step} steps")
assert np.linalg.norm(error) < 1e-10

# %% A run of a scenario, and what its log has
run = kinetree.simulate("ur5_hold", {"duration": 1})
print(run.summary["status"], len(run["time"]), "rows; the elbow ends at", round(run["elbow_joint/position"][-1], 4))

# %% Margins of its loop
margins = kinetree.analyze("ur5_hold").worst
print(f"phase margin {np.degrees(margins['phase_margin']):.1f} degrees in the worst loop")
ur5.close()
