package terminal

import (
	"bufio"
	"bytes"
	"os"
	"strings"
	"testing"
)

func ExampleTable() {
	t := NewTable("joint", "limits@ .. ", "mass@.", "comment")
	t.Add("elbow", "-1.57 .. 3", "12.5", "")
	t.Add("wrist_1", "0 .. 0.25", "0.125", "")
	out := bufio.NewWriter(os.Stdout)
	t.Write(out)
	out.Flush()
	// Output:
	// joint           limits    mass
	// elbow    -1.57 .. 3     12.5
	// wrist_1      0 .. 0.25   0.125
}

// TestTable checks the alignment of columns.
func TestTable(t *testing.T) {
	long := strings.Repeat("x", roomiest+5)
	tab := NewTable("name", "none", "number@.", "w@.", "last")
	for _, row := range [][]string{{"a", "", "1.25", "-10", "z"}, {"größe", "", "100", "0.125", ""},
		{"腕", "", "", "1", "z"}, {long, "", "3", "2", "z"}} {
		tab.Add(row...)
	}
	pad := strings.Repeat(" ", roomiest)
	want := "name" + pad[4:] + "  number        w  last\n" +
		"a" + pad[1:] + "    1.25  -10      z\n" +
		"größe" + pad[5:] + "  100       0.125\n" +
		"腕" + pad[2:] + "            1      z\n" +
		long + "    3       2      z\n"
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	tab.Write(out)
	out.Flush()
	if got := b.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
