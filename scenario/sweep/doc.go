// Package sweep lists the runs of a study: which values the paths of a scenario take in run i.
//
// Axes that list their values (a grid, linspace, logspace, the rows of a CSV file) are crossed, the first one
// changing slowest. Axes that are drawn take new values for each of the samples of each point of that grid. So a
// study with grids of 3 and 5 values and 100 samples has 1500 runs, and run i is sample i mod 100 of point i div 100.
//
// Samples are drawn at random, as a Latin hypercube (M. D. McKay, R. J. Beckman and W. J. Conover, Technometrics 21,
// 1979), or from a Sobol sequence (I. M. Sobol', 1967) with the direction numbers of S. Joe and F. Y. Kuo (SIAM J.
// Sci. Comput. 30, 2008). Each is a point in the unit cube, and the quantile functions of the distributions make the
// values of it. All random numbers are those of package philox at the counter (run, axis) under the seed of the
// study. So any run can be asked for alone, in any order and from any goroutine, and an axis keeps its draws when
// another one is added or goes away (but for the dimension of the Sobol sequence, which is counted).
//
// A [Design] is immutable. Asking for a run takes some 100 ns for each axis.
package sweep
