// Package step has the arithmetic of a step of a simulation: the forces on the links and in the joints of a robot, and
// the ledger of its energy. Package sim decides on times, modes and errors. The arithmetic is written once: package
// internal/traced has its twins, which machine code is made of.
package step
