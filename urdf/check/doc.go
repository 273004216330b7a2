// Package check says what is likely wrong with a robot that URDF allows: numbers in other units than those of URDF, and
// files that are not there or cannot be read. Package urdf itself says what is wrong for certain.
//
//	robot, diags := urdf.ParseFile("arm.urdf")
//	diags = append(diags, check.Units(robot)...)
//	diags.Sort()
package check
