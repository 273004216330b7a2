// Package script runs the Starlark files of scenarios and studies (https://github.com/google/starlark-go: the syntax
// of Python, and the same result each time).
//
// A file may define functions with these names:
//
//	def control(t, position, velocity, reference):   # efforts of a controller: {joint: effort}; see State
//	def effort(t, position, velocity):               # efforts in open loop: {joint: effort}
//	def runs():                                      # runs of a study: [scenario("base.yaml", {path: value}), ...]
//	def metrics(trajectory):                         # numbers of a run: {name: number or None}
//	def cost(metrics):                               # what a search makes small: a number
//
// Besides what Starlark has there are the module math, sum, linspace(first, last, n), logspace(first, last, n),
// random(seed) with its methods uniform, log_uniform, normal, integer and choice, and in runs() the function
// scenario(file, overrides). There is no clock, no file, no network and no load.
//
// # State
//
// A law that remembers, as an integral or a filter does, takes its state and returns the next one:
//
//	initial_state = {"z": 0.0}                       # or a function without parameters that returns it
//
//	def control(t, position, velocity, reference, state):
//	    e = reference["elbow"] - position["elbow"]
//	    effort = 50 * e - 5 * velocity["elbow"] + state["z"]
//	    return {"elbow": effort}, {"z": state["z"] + 0.001 * 800 * e}
//
// A state is a number, or lists and dicts of states, by names. It keeps the shape of the first one. The analysis of the
// loop differentiates the law by its state, too.
//
// An [Instance] executes the file anew, so a law may also keep what it remembers in global lists and dicts, and each
// run begins with those of the file. The analysis does not know these, so it cannot judge the loop of such a law.
// runs, metrics and cost see the globals frozen: what they return depends on their arguments alone. So the results of
// a run do not depend on which runs were before it or on which goroutine it is.
//
// # Limits
//
// A call that takes too many steps ends with an error, and so does one whose values take too much memory. Every
// builtin, method and operator whose work grows with its operands is judged before it begins: it takes as many steps
// as its work is worth, the values that it makes are counted in bytes, and text of more than a million bytes, ranges
// and products of more than a million items and whole numbers of more than 65536 bits are errors. What is counted
// depends on the script and its arguments alone, so a script that ends on one machine ends on each, whatever runs
// beside it. What the globals of an [Instance] hold is counted between calls. Recursion is an error as in Starlark.
//
// Errors are [*Error], or several joined, and show the file, the line and the column. No script makes a panic.
//
// A [Script] is immutable and may be used by any number of goroutines. An [Instance] belongs to one.
package script
