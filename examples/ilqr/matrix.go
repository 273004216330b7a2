package main

import "gonum.org/v1/gonum/mat"

func vector(x []float64) *mat.Dense { return mat.NewDense(len(x), 1, x) }

func diagonal(x []float64) *mat.Dense {
	d := mat.NewDense(len(x), len(x), nil)
	for i := range x {
		d.Set(i, i, x[i])
	}
	return d
}

func product(list ...mat.Matrix) *mat.Dense {
	p := mat.DenseCopyOf(list[0])
	for _, m := range list[1:] {
		var next mat.Dense
		next.Mul(p, m)
		p = &next
	}
	return p
}

func sum(list ...mat.Matrix) *mat.Dense {
	s := mat.DenseCopyOf(list[0])
	for _, m := range list[1:] {
		s.Add(s, m)
	}
	return s
}

func scaled(x float64, m mat.Matrix) *mat.Dense {
	var s mat.Dense
	s.Scale(x, m)
	return &s
}
