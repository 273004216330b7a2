package estimate

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// body is a body of density 1: its volume, its centre, and its tensor about the centre.
type body struct {
	volume float64
	centre mgl64.Vec3
	tensor spatial.Sym3 // xx, xy, yy, xz, yz, zz
}

// box has its centre at the origin.
func box(size [3]float64) body {
	v := float64(size[0] * size[1] * size[2])
	return body{volume: v, tensor: spatial.Box(v, size[0], size[1], size[2])}
}

// cylinder has its axis along z and its centre at the origin.
func cylinder(r, l float64) body {
	v := float64(math.Pi * r * r * l)
	return body{volume: v, tensor: spatial.Cylinder(v, r, l)}
}

// sphere has its centre at the origin.
func sphere(r float64) body {
	v := float64(4 * math.Pi / 3 * r * r * r)
	return body{volume: v, tensor: spatial.Sphere(v, r)}
}

// capsule is a cylinder of length l between two half spheres, whose centres are 3/8 r beyond its ends. A half sphere of
// mass m has 2/5 m r² about a diameter of its plane, so 83/320 m r² about a parallel through its centre.
func capsule(r, l float64) body {
	b, caps := cylinder(r, l), sphere(r)
	far := l/2 + float64(3./8*r)
	across := float64(caps.volume * (float64(83./320*r*r) + float64(far*far)))
	b.volume += caps.volume
	b.tensor[0] += across
	b.tensor[2] += across
	b.tensor[5] += caps.tensor[5]
	return b
}

// placed returns the body where its frame has the pose x.
func (b body) placed(x *spatial.Transform) body {
	return body{b.volume, vec.MulVec(x.R, b.centre).Add(x.P), b.tensor.Rotated(&x.R)}
}

// of returns the tensor at a density.
func (b body) of(density float64) spatial.Sym3 {
	t := b.tensor
	for k := range t {
		t[k] = float64(t[k] * density)
	}
	return t
}

// plus returns two bodies as one.
func (b body) plus(other body) body {
	if b.volume == 0 {
		return other
	}
	v := b.volume + other.volume
	d := other.centre.Sub(b.centre)
	sum := b.tensor
	for k := range sum {
		sum[k] += other.tensor[k]
	}
	return body{v, b.centre.Add(vec.Scaled(d, other.volume/v)),
		spatial.ParallelAxis(sum, b.volume*other.volume/v, d)}
}
