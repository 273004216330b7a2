package tape

import "slices"

// Rowed is what names the numbers that its steps are about. The list follows from it what a lane takes and leaves, and
// what code depends on: all numbers and options that are not in it.
type Rowed interface {
	// Rows adds the numbers to a list. They stay where they are in memory as long as the value is used.
	Rows(r *RowList)
}

// RowList lists numbers by where they are.
type RowList struct {
	FixedNumbers, CarriedNumbers []*float64
	ScratchLists                 map[*float64]bool // by their first numbers; and scratch numbers
	ScratchFlags                 []*bool
}

// RowsOf returns the list of a value.
func RowsOf(x Rowed) *RowList {
	r := &RowList{ScratchLists: map[*float64]bool{}}
	x.Rows(r)
	return r
}

// Fixed adds numbers that are a run's own, such as gains.
func (r *RowList) Fixed(lists ...[]float64) { r.FixedNumbers = addressed(r.FixedNumbers, lists) }

// FixedNumber adds a number as Fixed does.
func (r *RowList) FixedNumber(x *float64) { r.FixedNumbers = append(r.FixedNumbers, x) }

// Carried adds numbers that a step leaves for the next one, such as an integral.
func (r *RowList) Carried(lists ...[]float64) { r.CarriedNumbers = addressed(r.CarriedNumbers, lists) }

// CarriedNumber adds a number as Carried does.
func (r *RowList) CarriedNumber(x *float64) { r.CarriedNumbers = append(r.CarriedNumbers, x) }

// FixedIf adds numbers as FixedNumber does if they matter, and else as ScratchNumber does.
func (r *RowList) FixedIf(matter bool, x ...*float64) {
	for _, x := range x {
		if matter {
			r.FixedNumber(x)
		} else {
			r.ScratchNumber(x)
		}
	}
}

// CarriedIf adds numbers as CarriedNumber does if they matter, and else as ScratchNumber does.
func (r *RowList) CarriedIf(matter bool, x ...*float64) {
	for _, x := range x {
		if matter {
			r.CarriedNumber(x)
		} else {
			r.ScratchNumber(x)
		}
	}
}

// Place returns which of the carried numbers x points to, −1 for none of them.
func (r *RowList) Place(x *float64) int { return slices.Index(r.CarriedNumbers, x) }

// ScratchNumber adds a number that no result depends on.
func (r *RowList) ScratchNumber(x *float64) { r.ScratchLists[x] = true }

// Scratch adds lists that a step writes before it reads them.
func (r *RowList) Scratch(lists ...[]float64) {
	for _, x := range lists {
		if len(x) > 0 {
			r.ScratchLists[&x[0]] = true
		}
	}
}

// ScratchFlag adds a truth value that changes no result, only the way there.
func (r *RowList) ScratchFlag(x *bool) { r.ScratchFlags = append(r.ScratchFlags, x) }

func addressed(list []*float64, lists [][]float64) []*float64 {
	for _, x := range lists {
		for i := range x {
			list = append(list, &x[i])
		}
	}
	return list
}

// Enter puts the numbers into a lane.
func (r *RowList) Enter(l *Lane) {
	for _, p := range r.FixedNumbers {
		l.Fix(*p)
	}
	l.Put(r.CarriedNumbers...)
}

// Leave takes back the numbers that are carried.
func (r *RowList) Leave(l *Lane) { l.Take(r.CarriedNumbers...) }

// Copy copies the numbers and the truth values of another list. It returns false, and copies nothing, if the lists have
// other lengths.
func (r *RowList) Copy(from *RowList) bool {
	if len(r.FixedNumbers) != len(from.FixedNumbers) || len(r.CarriedNumbers) != len(from.CarriedNumbers) ||
		len(r.ScratchFlags) != len(from.ScratchFlags) {
		return false
	}
	copied(r.FixedNumbers, from.FixedNumbers)
	copied(r.CarriedNumbers, from.CarriedNumbers)
	copied(r.ScratchFlags, from.ScratchFlags)
	return true
}

func copied[T any](to, from []*T) {
	for i, x := range from {
		*to[i] = *x
	}
}
