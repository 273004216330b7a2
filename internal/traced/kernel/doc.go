// Package kernel is the twin of internal/kernel on recorded numbers.
package kernel
