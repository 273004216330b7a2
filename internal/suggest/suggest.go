// Package suggest finds the name that somebody meant who wrote another one, and lists names for messages.
package suggest

import (
	"fmt"
	"slices"
	"strings"
)

// List returns names for a message, separated by commas: the first ten, and the number of the others.
func List(names []string) string {
	const most = 10
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Missing returns the error of a name that a robot does not have for a kind of its parts, such as "moving joint": it
// names the one that may be meant, and all there are, as List does.
func Missing(robot, kind, name string, names []string) error {
	all := kind[strings.LastIndexByte(kind, ' ')+1:]
	return fmt.Errorf("the robot %s has no %s %q%s; its %ss are %s", robot, kind, name, Hint(name, names), all,
		List(names))
}

// longest is the length in bytes of the longest name that Near looks at: nobody mistypes a longer one.
const longest = 200

// Hint returns ` (did you mean "elbow_joint"?)` for the name that is near to the one given, with a leading blank, or
// "" if none is. See Near.
func Hint(name string, names []string) string {
	near, ok := Near(name, names)
	if !ok {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}

// Near returns the name that is nearest to the one given, if one is near: if at most a third of the letters given
// have to change, of equally near ones that of the same letters, if of two letters given a third one was left out, or
// if it is the only one that contains what was given. O(len(name) * total length of names).
func Near(name string, names []string) (near string, ok bool) {
	if len(name) > longest {
		return "", false
	}
	given := strings.ToLower(name)
	best, bestDistance := "", len([]rune(name))/3+1
	var containing []string
	for _, n := range names {
		if len(n) > longest {
			continue
		}
		known := strings.ToLower(n)
		d := distance(given, known)
		if d < bestDistance || d == bestDistance && best != "" && letters(known) == letters(given) ||
			best == "" && d == 1 && len(given) == 2 && len(known) == 3 {
			best, bestDistance = n, d
		}
		if len(given) > 2 && strings.Contains(known, given) {
			containing = append(containing, n)
		}
	}
	if best == "" && len(containing) == 1 {
		best = containing[0]
	}
	return best, best != ""
}

// letters returns the letters of a name in order.
func letters(name string) string {
	s := []rune(name)
	slices.Sort(s)
	return string(s)
}

// distance returns the number of letters to insert, delete, replace or swap with their neighbour
// to make b of a (optimal string alignment).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	// Rows i-2, i-1 and i of the table of distances between the first letters of a and b.
	last2, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			change := 1
			if s[i-1] == t[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], last2[j-2]+1)
			}
		}
		last2, last, row = last, row, last2
	}
	return last[len(t)]
}
