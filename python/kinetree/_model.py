"""Dynamics of a robot for one state or for many, by the program's machine code."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from typing import Any, Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._program import KinetreeError, program

LOCAL = "LOCAL"
WORLD = "WORLD"
LOCAL_WORLD_ALIGNED = "LOCAL_WORLD_ALIGNED"

_CHUNK = 8192  # states that go through the pipes at a time

Array = NDArray[np.float64]


class Joint:
    """An independent joint: its name, type, places in q and v, and limits (None where there is none)."""

    __slots__ = ("name", "type", "q", "nq", "v", "nv", "lower", "upper", "effort", "velocity")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        for key in self.__slots__:
            setattr(self, key, fields[key])

    def __repr__(self) -> str:
        return f"Joint({self.name!r}, {self.type!r}, q={self.q}, v={self.v})"


class Model:
    """A robot, read from a URDF or xacro file, a scenario, or by the name of an embedded robot.

    Every method takes one state, arrays of shape (nq,) and (nv,), or N states, arrays of shape (N, nq) and (N, nv), and
    returns arrays with the same leading shape. Units are SI and rad. With a floating base the base comes first: q has
    its position x, y, z and its quaternion x, y, z, w, and v its linear and its angular velocity in the axes of the root
    link. Spatial vectors and rows of Jacobians have the linear part first, as in Pinocchio; frames have Pinocchio's names.

    A model is a process of the program. `close`, or leaving a `with` block, ends it. A model is for one thread.

    >>> with Model("ur5") as model:
    ...     q = model.neutral.copy()
    ...     round(float(model.gravity(q)[1]), 4)
    -59.1708
    """

    def __init__(self, file: str, *, floating: bool = False, gravity: Iterable[float] | None = None,
                 ignore_mimic: bool = False, options: Iterable[str] = ()) -> None:
        """Open a robot. `options` are more flags of `simulate arrays`, such as "--estimate-inertia"."""
        arguments = [program(), "arrays", *options]
        if floating:
            arguments += ["--base", "floating"]
        if gravity is not None:
            arguments += ["--gravity", ",".join(repr(float(x)) for x in gravity)]
        if ignore_mimic:
            arguments.append("--ignore-mimic")
        self._said = tempfile.TemporaryFile()
        self._process = subprocess.Popen([*arguments, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=self._said, bufsize=0)
        _widen(self._process)
        self._out = self._process.stdout
        self._rest = b""
        known = self._line()
        self.name: str = known["name"]
        self.nq: int = known["nq"]
        self.nv: int = known["nv"]
        self.floating: bool = known["floating"]
        self.position_names: list[str] = known["position_names"]
        self.rate_names: list[str] = known["rate_names"]
        self.links: list[str] = known["links"]
        self.joints: list[Joint] = [Joint(x) for x in known["joints"] or []]
        self.neutral: Array = np.array(known["neutral"], dtype=float)
        self.gravity_acceleration: Array = np.array(known["gravity"], dtype=float)
        self.quantities: list[str] = known["quantities"]

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.close()

    def __repr__(self) -> str:
        return f"Model({self.name!r}, nq={self.nq}, nv={self.nv})"

    def close(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None and not pipe.closed:
                pipe.close()
        self._process.wait()
        if not self._said.closed:
            self._said.close()

    # Names of joints.

    def position(self, values: Mapping[str, float] | None = None, **more: float) -> Array:
        """Return q with the given positions by coordinate, such as elbow_joint=0.3, and the neutral ones elsewhere."""
        return self._named(self.neutral.copy(), self.position_names, {**(values or {}), **more})

    def rates(self, values: Mapping[str, float] | None = None, **more: float) -> Array:
        """Return nv numbers with the given ones by rate, such as velocities or efforts, and 0 elsewhere."""
        return self._named(np.zeros(self.nv), self.rate_names, {**(values or {}), **more})

    def _named(self, x: Array, names: list[str], values: Mapping[str, float]) -> Array:
        for name, value in values.items():
            if name not in names:
                raise KinetreeError(f"the robot {self.name} has no coordinate {name!r}; expected one of "
                                    f"{', '.join(names)}")
            x[names.index(name)] = value
        return x

    # Dynamics.

    def aba(self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, wrenches: ArrayLike | None = None) -> Array:
        """Forward dynamics: the accelerations (nv) by the articulated-body algorithm.

        `wrenches` (number of links, 6) are a force and a moment on each link, at its origin in its axes (N, N m).
        """
        return self.compute("forward_dynamics", q=q, v=v, tau=tau, wrenches=wrenches)["acceleration"]

    def rnea(self, q: ArrayLike, v: ArrayLike, a: ArrayLike, wrenches: ArrayLike | None = None) -> Array:
        """Inverse dynamics: the efforts (nv) by the recursive Newton-Euler algorithm. `wrenches` as in `aba`."""
        return self.compute("inverse_dynamics", q=q, v=v, a=a, wrenches=wrenches)["effort"]

    def crba(self, q: ArrayLike) -> Array:
        """The mass matrix (nv, nv), symmetric, both halves filled."""
        return self.compute("mass_matrix", q=q)["mass_matrix"]

    def minverse(self, q: ArrayLike) -> Array:
        """The inverse of the mass matrix (nv, nv)."""
        return self.compute("inverse_mass_matrix", q=q)["inverse_mass_matrix"]

    def gravity(self, q: ArrayLike) -> Array:
        """The efforts (nv) that hold the robot still."""
        return self.compute("gravity", q=q)["effort"]

    def nle(self, q: ArrayLike, v: ArrayLike) -> Array:
        """The efforts (nv) of velocity and gravity: inverse dynamics without acceleration."""
        return self.compute("bias", q=q, v=v)["effort"]

    def coriolis(self, q: ArrayLike, v: ArrayLike) -> Array:
        """The Coriolis matrix (nv, nv) by Christoffel symbols, with which the rate of M less 2 C is skew."""
        return self.compute("coriolis_matrix", q=q, v=v)["coriolis_matrix"]

    def aba_derivatives(self, q: ArrayLike, v: ArrayLike, tau: ArrayLike) -> tuple[Array, Array, Array]:
        """The derivatives (nv, nv) of the accelerations by position, velocity and effort."""
        x = self.compute("derivatives", q=q, v=v, tau=tau)
        return x["dacceleration_dposition"], x["dacceleration_dvelocity"], x["dacceleration_deffort"]

    def energy(self, q: ArrayLike, v: ArrayLike) -> tuple[Array, Array]:
        """The kinetic and the potential energy (J)."""
        x = self.compute("energy", q=q, v=v)
        return x["kinetic"], x["potential"]

    def com(self, q: ArrayLike, v: ArrayLike | None = None) -> Array:
        """The centre of mass (3) in the world (m); with v a pair of it and its velocity (m/s)."""
        x = self.compute("com", q=q, v=np.zeros(self.nv) if v is None else v)
        return x["position"] if v is None else (x["position"], x["velocity"])

    def regressor(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """The matrix Y (nv, 10 for each body) with which the efforts are Y times the inertial parameters."""
        return self.compute("regressor", q=q, v=v, a=a)["regressor"]

    # Kinematics.

    def frames(self, q: ArrayLike) -> tuple[Array, Array]:
        """The rotations (number of links, 3, 3) and the origins (number of links, 3) of all links in the world."""
        x = self.compute("frames", q=q)
        return x["rotation"], x["position"]

    def frame(self, q: ArrayLike, link: str) -> Array:
        """The pose (4, 4) of a link in the world, a homogeneous matrix."""
        rotation, origin = self.frames(q)
        k = self._link(link)
        pose = np.zeros((*rotation.shape[:-3], 4, 4))
        pose[..., :3, :3], pose[..., :3, 3], pose[..., 3, 3] = rotation[..., k, :, :], origin[..., k, :], 1
        return pose

    def jacobian(self, q: ArrayLike, link: str, frame: str = LOCAL) -> Array:
        """The Jacobian (6, nv) of a link, linear rows first."""
        return self.compute("jacobian", q=q, link=link, frame=frame)["jacobian"]

    def jacobian_rate(self, q: ArrayLike, v: ArrayLike, link: str, frame: str = LOCAL) -> Array:
        """The derivative in time (6, nv) of the Jacobian of a link, linear rows first."""
        return self.compute("jacobian_rate", q=q, v=v, link=link, frame=frame)["jacobian_rate"]

    def velocity(self, q: ArrayLike, v: ArrayLike, link: str, frame: str = LOCAL) -> Array:
        """The linear and angular velocity (6) of a link."""
        return self.compute("velocity", q=q, v=v, link=link, frame=frame)["velocity"]

    def acceleration(self, q: ArrayLike, v: ArrayLike, a: ArrayLike, link: str, frame: str = LOCAL) -> Array:
        """The spatial acceleration (6) of a link, linear part first."""
        return self.compute("acceleration", q=q, v=v, a=a, link=link, frame=frame)["acceleration"]

    def ik(self, link: str, pose: ArrayLike, *, start: ArrayLike | None = None, all: bool = False, seed: int = 1,
           starts: int = 0) -> Array:
        """Positions (N, nq) with which a link is at a pose of the world, within the limits, as `simulate ik` finds them.

        `pose` is x, y, z and the quaternion x, y, z, w of the link, or x, y, z for any rotation. The search begins at
        `start`, the neutral position if it is not given, and then at random. There is one row, with `all` one for each
        solution that was found, those nearest to the start first. A pose that is not reached is a KinetreeError that
        says how near the link came.
        """
        q = self.neutral if start is None else self._rows("position", start)
        target = {"pose": [float(x) for x in np.asarray(pose, dtype=float)], "all": bool(all), "seed": int(seed),
                  "starts": int(starts)}
        request = {"want": ["inverse_kinematics"], "link": link, "target": target,
                   "position": {x.name: [float(n) for n in q[x.q:x.q + x.nq]] for x in self.joints}}
        if self.floating:
            request["base"] = {"position": [float(x) for x in q[:3]], "orientation": [float(x) for x in q[3:7]]}
        found = self.query(request)["inverse_kinematics"]["solutions"]
        rows = np.tile(q, (len(found), 1))
        for row, solution in zip(rows, found):
            for joint in self.joints:
                row[joint.q:joint.q + joint.nq] = solution["position"].get(joint.name, q[joint.q:joint.q + joint.nq])
        return rows

    # Anything.

    def compute(self, want: str, *, q: ArrayLike, v: ArrayLike | None = None, a: ArrayLike | None = None,
                tau: ArrayLike | None = None, wrenches: ArrayLike | None = None, link: str | None = None,
                frame: str | None = None) -> dict[str, Array]:
        """Compute one of `quantities` for one state or N states, and return its arrays by name."""
        given = {"position": q, "velocity": v, "acceleration": a, "effort": tau}
        rows = {name: self._rows(name, x) for name, x in given.items() if x is not None}
        if wrenches is not None:
            rows["wrenches"] = np.asarray(wrenches, dtype="<f8")
            rows["wrenches"] = rows["wrenches"].reshape(*rows["wrenches"].shape[:-2], len(self.links) * 6)
        try:
            leading = np.broadcast_shapes(*(x.shape[:-1] for x in rows.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {x.shape}" for name, x in rows.items())
            raise KinetreeError(f"the arrays have different numbers of states: {shapes}") from None
        count = int(np.prod(leading, dtype=int))
        if count == 0:
            raise KinetreeError("there is no state; expected one or more")
        rows = {name: np.ascontiguousarray(np.broadcast_to(x, (*leading, x.shape[-1]))).reshape(count, -1)
                for name, x in rows.items()}
        header = {"want": want, "given": list(rows), "link": link or "", "frame": frame or ""}
        starts = range(0, count, _CHUNK)
        writer = None
        if len(starts) == 1:  # which the program reads whole before it answers
            self._send(header, rows, starts, count)
        else:
            writer = threading.Thread(target=self._send, args=(header, rows, starts, count), daemon=True)
            writer.start()
        results: dict[str, Array] = {}
        fault = None
        for start in starts:
            reply = self._line()
            fault = fault or reply.get("error") and _shifted(reply["error"], start)
            for x in reply.get("arrays", []):
                shape = tuple(x["shape"][1:])
                if x["name"] not in results:
                    results[x["name"]] = np.empty((count, *shape), dtype="<f8")
                self._fill(results[x["name"]][start:start + x["shape"][0]])
        if writer is not None:
            writer.join()
        if fault:
            raise KinetreeError(fault)
        return {name: x.reshape(*leading, *x.shape[1:])[()] for name, x in results.items()}

    def query(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a request of `simulate dynamics`, with names of joints and links. docs/dynamics.md has its keys.

        >>> with Model("ur5") as model:
        ...     answer = model.query({"position": {"elbow_joint": 0.3}, "want": ["energy"]})
        >>> sorted(answer["energy"])
        ['kinetic', 'potential']
        """
        self._write(json.dumps({"query": request}).encode() + b"\n")
        answer = self._line()
        if "error" in answer:
            raise KinetreeError(answer["error"])
        return answer

    # The pipes.

    def _rows(self, name: str, x: ArrayLike) -> Array:
        rows = np.asarray(x, dtype="<f8")
        width = self.nq if name == "position" else self.nv
        if name in ("position", "velocity", "acceleration", "effort") and (rows.ndim == 0 or rows.shape[-1] != width):
            raise KinetreeError(f"{name} has the shape {rows.shape}; expected ({width},) or (N, {width}) of the robot "
                                f"{self.name}")
        return rows

    def _link(self, name: str) -> int:
        if name not in self.links:
            raise KinetreeError(f"the robot {self.name} has no link {name!r}; expected one of {', '.join(self.links)}")
        return self.links.index(name)

    def _send(self, header: Mapping[str, Any], rows: Mapping[str, Array], starts: range, count: int) -> None:
        try:
            for start in starts:
                part = [x[start:start + _CHUNK] for x in rows.values()]
                line = json.dumps({**header, "count": min(_CHUNK, count - start)})
                self._write(line.encode() + b"\n")
                for x in part:
                    self._write(memoryview(x).cast("B"))
        except OSError:
            pass  # the process has ended, which the reader tells

    def _write(self, data: Any) -> None:
        pipe, view = self._process.stdin, memoryview(data)
        assert pipe is not None
        while len(view):
            view = view[pipe.write(view):]

    def _line(self) -> dict[str, Any]:
        while b"\n" not in self._rest:
            more = self._out.read(1 << 16) if self._out else b""
            if not more:
                self._process.wait()
                self._said.seek(0)
                raise KinetreeError(self._said.read().decode().strip() or "the program has ended")
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def _fill(self, rows: Array) -> None:
        view = memoryview(rows).cast("B")
        n = min(len(view), len(self._rest))
        view[:n], self._rest = self._rest[:n], self._rest[n:]
        while n < len(view):
            got = self._out.readinto(view[n:]) if self._out else 0
            if not got:
                raise KinetreeError("the program has ended within an answer")
            n += got


def _shifted(message: str, start: int) -> str:
    """Return a message about a state of a part with the state's number among all."""
    head, _, rest = message.partition(": ")
    word, _, number = head.partition(" ")
    return f"state {int(number) + start}: {rest}" if word == "state" and number.isdigit() else message


def _widen(process: "subprocess.Popen[bytes]") -> None:
    """Make the pipes of a process as wide as the system allows, so that arrays take fewer turns."""
    if sys.platform == "linux":
        import fcntl
        for pipe in (process.stdin, process.stdout):
            try:
                fcntl.fcntl(pipe, 1031, 1 << 20)  # F_SETPIPE_SZ, which fcntl has by name from Python 3.10 on
            except OSError:
                pass  # beyond what a user may have
