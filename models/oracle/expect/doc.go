// Package expect has what tests of many packages do alike: compare vectors, build models, run worlds and wait. Each of
// its functions fails the test when what it expects does not hold.
package expect
