// Package xacro expands files of xacro, the macro language in which robots of ROS are published, to plain XML.
//
//	result, diagnostics := xacro.Expand(data, "arm.urdf.xacro",
//		xacro.Environment{Arguments: map[string]string{"name": "ur5e"}})
//
// The language is that of ROS 2's xacro: macros, properties, conditions, includes, blocks, and expressions of Python
// (package expression). A file can compute, and read other files, as it includes them; it cannot write, run a program
// or reach the network, and what it may take is bounded.
package xacro
