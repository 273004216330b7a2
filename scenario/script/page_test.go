package script_test

import (
	"flag"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/scenario/script"
)

var update = flag.Bool("update", false, "write the page about scripts")

// TestPage checks that the page in docs is that of the package; with -update it writes it.
func TestPage(t *testing.T) {
	expect.Page(t, "../../docs/script-format.md", *update, []byte(script.Format()))
}
