package batch

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// FuzzJournal puts bytes of a stranger into a journal. Each record that is left whole is read, in its order, nothing
// else is taken for a record, and the length of whole lines is right.
func FuzzJournal(f *testing.F) {
	f.Add(uint64(1), []byte("x"))
	f.Add(uint64(2), []byte("\n"))
	f.Add(uint64(3), []byte("00000000,-,1,1,ok,\n"))
	f.Add(uint64(4), []byte("\"\n,\x00\xff"))
	f.Fuzz(func(t *testing.T, seed uint64, foreign []byte) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var text []byte
		var want []string
		for i := range 1 + rng.IntN(20) {
			row := fmt.Sprintf("%d,%d,ok,,%v\n", i, rng.Int64(), rng.Float64())
			hash := ""
			if rng.IntN(2) == 0 {
				hash = fmt.Sprintf("%064x", rng.Uint64())
			}
			line := record{run: i, hash: hash, row: []byte(row)}.line(nil)
			if rng.IntN(4) > 0 || len(foreign) == 0 {
				text = append(text, line...)
				want = append(want, hash+" "+row)
				continue
			}
			// in the place of a part of the record; what does not change it leaves it whole
			at := rng.IntN(len(line))
			changed := slices.Concat(line[:at], foreign, line[min(len(line), at+rng.IntN(8)):])
			if bytes.Equal(changed, line) {
				want = append(want, hash+" "+row)
			} else if len(changed) == 0 || changed[len(changed)-1] != '\n' {
				changed = append(changed, '\n') // so that it spoils nothing behind it
			}
			text = append(text, changed...)
		}
		r := newReader(bytes.NewReader(text))
		var got []string
		for {
			rec, ok, err := r.next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			got = append(got, rec.hash+" "+string(rec.row))
		}
		if whole := int64(bytes.LastIndexByte(text, '\n') + 1); r.whole != whole {
			t.Fatalf("%d bytes are whole lines; expected %d of %q", r.whole, whole, text)
		}
		// Foreign bytes may hold a record of their own, such as the one that they replace; all others are there.
		k := 0
		for _, g := range got {
			if k < len(want) && g == want[k] {
				k++
			} else if !bytes.Contains(text, []byte(g[bytes.IndexByte([]byte(g), ' ')+1:])) {
				t.Fatalf("%q is read, which is not written in %q", g, text)
			}
		}
		if k != len(want) {
			t.Fatalf("%d of %d records are read of %q: %q", k, len(want), text, got)
		}
	})
}
