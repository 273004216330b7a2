// Package urdf reads Unified Robot Description Format files into a plain description of a robot:
// links with their inertia and shapes, joints with their origin, axis, limits, dynamics and
// mimicry. It describes, checks and edits; it computes no dynamics.
//
//	robot, diags := urdf.ParseFile("arm.urdf")
//	if err := diags.Err(); err != nil { ... }
//
// Nothing of a file is lost silently. Each element, attribute and text is read, known and skipped (those
// of simulators, such as gazebo), or named in a [Diagnostic] with line and
// column. All diagnostics of a file are reported, not only the first; a file with an error yields
// no robot. No input makes the package panic, recurse without bound, open another file or write
// anywhere.
//
// # Conventions
//
// SI units and radians. A pose is a position xyz and either rpy angles about the fixed axes x, y, z (R = Rz(yaw)
// Ry(pitch) Rx(roll)) or, from URDF 1.1 on, a quaternion x, y, z, w. The inertia of a link is about its centre of
// mass, in the axes of inertial/origin. A joint's origin is the pose of the child link in the parent link at zero
// position; its axis is in the child link's axes. Values are kept as they stand in the file.
//
// # Editing
//
// The methods of Link and Joint alter masses, centres of mass, tensors, payloads, origins, damping, friction and limits
// of a [Robot.Clone], and refuse what no body and no joint has.
//
// # Limits
//
// A file may have 256 MiB, 100,000 links, 2,500,000 elements and 5,000,000 attributes, and its elements may nest 10,000
// deep; more is an error. Reading ends soon after a limit, so that a file of any size is refused quickly. Document
// type declarations are not read, and entities other than those of XML are errors.
//
// Functions are safe for concurrent use; a [Robot] is plain data and safe to read concurrently.
package urdf
