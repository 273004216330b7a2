package serve_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"kinetree/models"
	"kinetree/scenario"
)

// TestEngine builds the engine of an exported page, runs it under node, and compares logs with those of this program,
// byte by byte.
func TestEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine for WebAssembly is not built with -short")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node; install the package nodejs to run the engine for WebAssembly")
	}
	dir := t.TempDir()
	engine := filepath.Join(dir, "engine.wasm")
	build := exec.Command("go", "build", "-pgo=off", "-o", engine, "kinetree/cmd/engine")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, name := range []string{"rr_arm_step", "ur5_hold", "panda_arm_step"} {
		text, ok := models.Scenario(name)
		if !ok {
			t.Fatalf("there is no scenario %s", name)
		}
		file := filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		log := filepath.Join(dir, name+".csv")
		const dist = "../../../web/dist/"
		said, _ := exec.Command(node, "testdata/engine.mjs", dist+"wasm_exec.js", dist+"worker.js", engine, file,
			log).CombinedOutput() // ends by a signal
		out, err := os.ReadFile(log)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, said)
		}
		if want := logged(t, s); !bytes.Equal(out, []byte(want)) {
			t.Errorf("%s: the engine under node logs %d bytes, this program %d, or they differ; it begins with %.200s",
				name, len(out), len(want), out)
		}
	}
}
