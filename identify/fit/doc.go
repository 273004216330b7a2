// Package fit finds the dynamic parameters of a robot from logs of its motion.
//
//	Samples     a log, read, filtered and differentiated
//	Fit         least squares on samples, with standard errors
//	Consistent  the nearest parameters to those of the model that bodies can have
//	Task        all of that, with doubts about the result and its comparison with other logs
//
// Nothing here is meant for a control loop: the functions allocate.
package fit
