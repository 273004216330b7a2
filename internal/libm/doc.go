// Package libm has the elementary functions that results go through. Those of package math are of each architecture's
// own: some are written in assembly, and what is written in Go is fused where the processor can. These have the same
// bits everywhere, for they consist of sums, products, quotients and roots that are each rounded once.
//
// Errors are given in units in the last place of the result (ulp), as found by comparison with 300 bits at millions of
// points; the tests repeat it at some thousands. Special cases are those of package math. Nothing allocates.
package libm
