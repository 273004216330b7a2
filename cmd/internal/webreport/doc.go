// Package webreport makes pages of HTML about runs of scenarios and about searches for their numbers. A page stands for
// itself: it has no scripts and loads nothing.
package webreport
