package webreport

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
)

// ReadHistory returns the costs in the history of a search, a file of simulate tune; those that are missing are
// infinite.
func ReadHistory(name string) ([]float64, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	header, err := r.Read()
	column := slices.Index(header, "cost")
	if err != nil || column < 0 {
		return nil, fmt.Errorf("%s:1: error: there is no column cost; expected the history of simulate tune", name)
	}
	costs := []float64{}
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return costs, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		cost := math.Inf(1)
		if text := row[column]; text != "" {
			if cost, err = strconv.ParseFloat(text, 64); err != nil {
				line, _ := r.FieldPos(column)
				return nil, fmt.Errorf("%s:%d: error: cost: %q is not a number; expected one, or nothing", name, line,
					text)
			}
		}
		costs = append(costs, cost)
	}
}
