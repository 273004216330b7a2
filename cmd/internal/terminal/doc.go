// Package terminal prints text and JSON: what commands came to, text that is safe to show, tables, a progress line,
// findings with excerpts of the file, and JSON.
package terminal
