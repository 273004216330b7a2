// Package terminal prints for people and programs: text that is safe to show, tables, a progress line, findings with
// excerpts of the file, and JSON.
package terminal
