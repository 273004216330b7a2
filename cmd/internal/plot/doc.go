// Package plot draws pictures of simulations and their analysis as SVG or PNG: trajectories, poles, frequency
// responses, the course of a tuning and the results of batches.
//
// Every function takes plain numbers and returns a [Drawing]. Colours tell runs apart, everywhere the same ones, of a
// palette that colour-blind people can read (Okabe and Ito, Color Universal Design, 2008). Legends stand above the
// panels and never on data. The same numbers give the same bytes.
//
// Curves may have any number of points: a [Run] thins them while they come, such that no extreme is lost and what a
// screen can show stays the same (Jugel, Jerzak, Hackenbroich and Markl, M4: A Visualization-Oriented Time Series
// Data Aggregation, VLDB 2014). Numbers that are not finite are gaps.
//
// Drawings are immutable and may be used by several goroutines; a Run may not.
package plot
