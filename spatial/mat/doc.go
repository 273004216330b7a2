// Package mat has the linear algebra that results go through: dense matrices, their factors and their eigenvalues. Its
// names are those of gonum's package of this name, whose assembly for amd64 adds up in another order than its Go code
// for other processors, which these fuse. Here every product is rounded and every sum has one order, on every machine.
//
// Matrices are small, of some hundred rows, and methods may allocate. Sizes that do not fit panic.
package mat
