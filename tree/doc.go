// Package tree turns the description of a robot into the kinematic tree that the algorithms work on: numbered bodies
// and joints, the layout of the position and velocity vectors, body frames, and the pose, the motion and the Jacobian
// of every link.
//
//	model, err := tree.Build(robot)
//	kin := tree.NewKinematics(model)
//	kin.Update(q)
//	pose := kin.Pose(link)
//
// # Bodies, joints and links
//
// A body is a set of links that fixed joints weld together. Body 0 is the base: the root link and all that is fixed
// to it. The moving bodies are numbered 1 ... n, depth first from the root with siblings in file order, so that every
// body has a larger number than its parent and a subtree is a range of numbers. Joint i connects body λ(i), its
// predecessor, to body i, its successor (a regular numbering: Featherstone, "Rigid Body Dynamics Algorithms", 2008,
// section 4.1.2). In Go, joints and links are lists that count from 0: Joints()[k] is the joint of body k+1.
//
// Every link keeps its name and its frame, whatever body it belongs to.
//
// # Frames
//
// Users see link frames only, those of the URDF. The algorithms compute in body frames, which Build
// chooses for speed: the joint axis is the z axis, and the frame is rotated about it such that the transform to
// the main child consists of two rotations about one axis each (see [kernel.Axial]). This is exact for every tree.
//
// # Position and velocity
//
// A position q has NQ numbers, a velocity NV, which differ for joints whose positions are not a vector space;
// [Model.Integrate] advances one by the other. A revolute or continuous joint has an angle in rad, which counts
// turns, a prismatic joint a displacement in m.
//
// A [Model] never changes after Build and may be shared by any number of goroutines. [Kinematics] is a workspace for
// one goroutine.
package tree
