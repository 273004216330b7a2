// Package study makes runs of a study file: which scenarios it has, what is measured of them, and a worker for
// package batch that simulates them.
//
// A study is YAML, a scenario and a sweep of paths in it, or a Starlark file whose function runs lists scenarios. Run
// i is the scenario with the values of row i, and depends on nothing else; [Study.Scenario] gives it for a run alone.
// Models are shared by all workers through a [robot.Cache]; what scenarios have in common is decoded once, and a
// worker hands the solvers of one run to the next.
package study
