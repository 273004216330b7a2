// Package expression evaluates expressions of Python, and nothing else of Python: no statement, no import, no file, no
// clock. Numbers are computed and printed as Python 3 does, integers without bound and floats in IEEE double precision.
// What an expression may take is bounded by a [Budget]. Same input, same value on every machine.
package expression
