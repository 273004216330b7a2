// Package kinetree is the way into the library: [Load] makes the model of a robot of a file. The simulation engine, the
// algorithms and the formats are the packages below.
//
// # Packages that programs use
//
//   - kinetree/models: find a robot by file or name; kinetree/urdf, kinetree/urdf/xacro, kinetree/urdf/mesh,
//     kinetree/urdf/check, kinetree/urdf/estimate, kinetree/urdf/find, kinetree/urdf/dh: read, judge and write files.
//   - kinetree/spatial, kinetree/spatial/mat, kinetree/spatial/distance: vectors of motions and forces, small matrices,
//     distances of shapes.
//   - kinetree/tree, kinetree/tree/reach: the kinematic tree, poses, velocities, Jacobians, inverse kinematics.
//   - kinetree/aba, kinetree/rnea, kinetree/dynamics/crba, kinetree/dynamics/lagrange, kinetree/dynamics/regressor,
//     kinetree/dynamics/operators, kinetree/dynamics/constraint, kinetree/dynamics/cfa, kinetree/dynamics/coulomb,
//     kinetree/dynamics/taskspace: forward and inverse dynamics, mass matrix, energies and momenta, parameters,
//     constraints, contact forces, the inertia at a link.
//   - kinetree/integrate, kinetree/integrate/stability: integrators, and where they are stable.
//   - kinetree/sim, kinetree/sim/record, kinetree/sim/record/mcap, kinetree/sim/record/parquet,
//     kinetree/sim/record/zst: a robot in motion, and logs.
//   - kinetree/control, kinetree/control/signal, kinetree/control/loop, kinetree/control/reference,
//     kinetree/control/metrics, kinetree/control/analysis, kinetree/control/frequency, kinetree/control/fastest,
//     kinetree/control/sizing: laws, sampled loops, references, measures, margins, frequency responses, times of paths,
//     sizes of motors.
//   - kinetree/identify, kinetree/identify/fit, kinetree/identify/excite, kinetree/identify/consistent: parameters from
//     logs, and motions that show them.
//   - kinetree/scenario, kinetree/scenario/robot, kinetree/scenario/prepare, kinetree/scenario/tune, kinetree/batch,
//     kinetree/batch/study, kinetree/ros/controllers, kinetree/ros/params: runs, studies and tunings as data.
//   - kinetree/compile: the dynamics of a robot as code in C, Go and for the processor.
//
// # Packages that are no API
//
// What these packages export serves the packages above, and changes without notice: kinetree/internal,
// kinetree/compile/graph, kinetree/compile/machine, kinetree/compile/tape, kinetree/sim/step,
// kinetree/scenario/draft, kinetree/scenario/expect, kinetree/scenario/script, kinetree/scenario/sweep,
// kinetree/urdf/xacro/expression, kinetree/models/oracle, kinetree/examples, kinetree/web, kinetree/cmd.
//
// # Conventions
//
// Units are SI and radians. Spatial vectors and the rows of Jacobians have the angular part first. A model is
// immutable: any number of goroutines share a model. A solver is a workspace for one goroutine.
package kinetree
