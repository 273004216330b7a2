// Package step has what a step of a simulation computes with numbers: what acts on the links and in the joints of a
// robot, and what the ledger of its energy books. Times, modes and errors are those of package sim. What is here is
// written once: package compile/traced has the twins that machine code is made of.
package step
