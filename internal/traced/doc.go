// Package traced turns models into their recorded twins.
//
// The packages below it are twins of the packages of the same names: the same algorithms on numbers of package graph
// instead of float64, written by go generate from the sources of the float64 ones (see generate). Calling a twin's
// solver leaves behind the operations that the algorithm does for one model. What depends on the model alone, such as
// kinds of joints, runs while recording. A twin's file that is written by hand replaces what it declares: functions
// that look at bits, and errors, which a requirement of the graph stands for.
//
// Where an algorithm decides by a number that is not known while recording, < and > are taken to hold and == is taken
// not to, and the graph requires that (graph.Require): a state in which it is otherwise is for the float64 code.
// Structs of numbers that are compared with == differ unless they are known to be equal.
package traced

//go:generate go run ./generate
