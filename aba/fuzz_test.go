package aba_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"kinetree/aba"
	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

var (
	value   = regexp.MustCompile(`"[^"]*"`)
	element = regexp.MustCompile(`<[a-z]+ [^<>]*/>`)
)

// mutate changes n values and elements of a document.
func mutate(file string, rng *rand.Rand, n int) string {
	values := []string{"", "0", "0 0 0", "-1", "1e-300", "1e300", "1e9", "nan", "1,5", "world", "fixed", "prismatic",
		"continuous", "floating", "planar", "1 0 0", "0 0 1e-9"}
	for range n {
		pick := func(places [][]int) []int { return places[rng.IntN(len(places))] }
		switch at := value.FindAllStringIndex(file, -1); rng.IntN(4) {
		case 0: // a value of the list
			p := pick(at)
			file = file[:p[0]] + fmt.Sprintf("%q", values[rng.IntN(len(values))]) + file[p[1]:]
		case 1: // the value of another attribute
			p, from := pick(at), pick(at)
			file = file[:p[0]] + file[from[0]:from[1]] + file[p[1]:]
		case 2: // a number
			p := pick(at)
			file = file[:p[0]] + fmt.Sprintf("\"%v\"", math.Exp(20*rng.NormFloat64())*rng.NormFloat64()) + file[p[1]:]
		case 3: // an element gone, or twice
			p := pick(element.FindAllStringIndex(file, -1))
			file = file[:p[0]] + strings.Repeat(file[p[0]:p[1]], 2*rng.IntN(2)) + file[p[1]:]
		}
	}
	return file
}

// FuzzModel reads changed files of the embedded robots. Each gives diagnostics or a robot; that, errors or a model;
// and that, accelerations or the name of a joint.
func FuzzModel(f *testing.F) {
	for i := range 300 {
		f.Add(uint64(i), uint8(i))
	}
	f.Add(uint64(111), uint8(0xb8)) // which gave NaN for a quaternion of zeros
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		names := models.Names()
		data, _ := models.URDF(names[rng.IntN(len(names))])
		file := mutate(string(data), rng, 1+int(n%8))
		robot, diags := urdf.Parse(strings.NewReader(file), "")
		if robot == nil {
			if diags.Err() == nil {
				t.Fatalf("neither a robot nor an error:\n%s", file)
			}
			return
		}
		m, err := tree.Build(robot, tree.IgnoreMimic())
		if err != nil {
			return
		}
		q, qd, tau, qdd := make([]float64, m.NQ()), make([]float64, m.NV()), make([]float64, m.NV()),
			make([]float64, m.NV())
		for i := range qd {
			qd[i], tau[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		// A vector of zeros is no position where there are quaternions, the neutral one is.
		for _, q := range [][]float64{q, m.Neutral()} {
			var singular *tree.SingularError
			var pose *tree.PoseError
			switch err := aba.New(m).ForwardDynamics(qdd, q, qd, tau, nil); {
			case err == nil:
				for _, x := range qdd {
					if math.IsNaN(x) || math.IsInf(x, 0) {
						t.Fatalf("accelerations %v of\n%s", qdd, file)
					}
				}
			case errors.As(err, &pose) && m.NQ() > m.NV() && known(m, pose.Joint):
			case !errors.As(err, &singular) || !known(m, singular.Joint):
				t.Fatalf("error %v of\n%s", err, file)
			}
		}
	})
}

func known(m *tree.Model, joint string) bool {
	_, ok := m.Joint(joint)
	return ok
}
