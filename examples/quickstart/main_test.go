package main

import (
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../../docs/tutorial"); err != nil { // where arm.urdf is
		panic(err)
	}
	os.Exit(m.Run())
}

func Example() {
	main()
	// Output: [-0.2367 0.0000] rad after 2000 steps
}

// TestPage checks that the page of the library shows this program.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../examples/quickstart/main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, ok := strings.Cut(string(page), "```go\n")
	shown, _, _ = strings.Cut(shown, "```")
	_, body, _ := strings.Cut(string(source), "func main() {\n")
	var plain strings.Builder
	for line := range strings.Lines(strings.TrimSuffix(body, "}\n")) {
		plain.WriteString(strings.TrimPrefix(line, "\t"))
	}
	if !ok || shown != plain.String() {
		t.Errorf("the page shows\n%s\nand the program is\n%s", shown, &plain)
	}
}
