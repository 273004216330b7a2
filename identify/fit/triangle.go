package fit

import "kinetree/spatial/mat"

// triangle returns the triangle R of the QR factors of a matrix of the given width: of rows on top, which may be nil,
// and rows given row by row.
func triangle(width int, top *mat.Dense, rows []float64) *mat.Dense {
	count := len(rows) / width
	if top != nil {
		count += width
	}
	all := mat.NewDense(max(count, width), width, nil) // rows of zeros change nothing
	at := 0
	if top != nil {
		all.Slice(0, width, 0, width).Copy(top)
		at = width
	}
	copy(all.Data()[at*width:], rows)
	var qr mat.QR
	qr.Factorize(all)
	var r mat.Dense
	qr.RTo(&r)
	return mat.DenseCopyOf(r.Slice(0, width, 0, width))
}

// stack returns the triangle of all rates, each divided by its noise.
func stack(triangles []*mat.Dense, noise []float64) *mat.Dense {
	var rows []float64
	width := 0
	for row, r := range triangles {
		var scaled mat.Dense
		scaled.Scale(1/noise[row], r)
		_, width = r.Dims()
		rows = append(rows, scaled.Data()...)
	}
	return triangle(width, nil, rows)
}

// singularValues returns those of a matrix, the largest first.
func singularValues(m mat.Matrix) []float64 {
	var svd mat.SVD
	svd.Factorize(m)
	return svd.Values()
}
