package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"kinetree/internal/decimal"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/table"
)

// MaxTable is the largest table that is read, in bytes, and maxFaults how many faults of a table are reported.
const (
	MaxTable  = 256 << 20
	maxFaults = 100
)

// table reads the CSV file of an axis: a header of paths, then a row of values for each point. A field is a number,
// true, false or a text. The values are returned by column.
func (a *Axis) table(read func(name string) ([]byte, error)) ([]Path, [][]Value, strict.Faults) {
	text, err := read(a.CSV)
	switch {
	case err != nil:
		return nil, nil, strict.Faults{a.node.Find("csv").Fault("%v", err)}
	case len(text) > MaxTable:
		return nil, nil, strict.Faults{a.node.Find("csv").Fault("%s has %d bytes; expected at most %d", a.CSV,
			len(text), MaxTable)}
	}
	rows := bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))
	in := csv.NewReader(infile.Rows(rows, a.CSV, table.MaxRow))
	in.FieldsPerRecord, in.ReuseRecord = -1, true
	var faults strict.Faults
	node := func(field int) *strict.Node {
		line, column := in.FieldPos(field)
		return &strict.Node{File: a.CSV, Pos: strict.Position{Line: line, Column: column}}
	}
	var paths []Path
	var columns [][]Value
	for row := 0; len(faults) < maxFaults; row++ {
		record, err := in.Read()
		var syntax *csv.ParseError
		switch {
		case errors.As(err, &syntax):
			faults = append(faults, &strict.Fault{File: a.CSV, Pos: strict.Position{Line: syntax.Line,
				Column: syntax.Column}, Message: syntax.Err.Error()})
			return paths, columns, faults
		case errors.Is(err, io.EOF) && row < 2:
			return paths, columns, append(faults, &strict.Fault{File: a.CSV,
				Message: "there is no row of values; expected a header of paths and at least one row"})
		case errors.Is(err, io.EOF):
			return paths, columns, faults
		case err != nil:
			return paths, columns, append(faults, a.node.Find("csv").Fault("%v", err))
		}
		if row == 0 {
			for i, field := range record {
				n := node(i)
				name := strings.TrimSpace(field)
				if _, err := strict.Split(name); err != nil {
					faults = append(faults, n.Fault("%v", err))
				}
				n.Path = name
				paths = append(paths, Path{name, a.Scale, n})
			}
			columns = make([][]Value, len(paths))
			continue
		}
		if len(record) != len(paths) {
			faults = append(faults, node(0).Fault("the row has %d fields; expected %d as in the header", len(record),
				len(paths)))
			continue
		}
		for i, field := range record {
			v, wrong := cell(strings.TrimSpace(field))
			if wrong != "" {
				faults = append(faults, node(i).Fault("%s", wrong))
			}
			columns[i] = append(columns[i], v)
		}
	}
	return paths, columns, faults
}

// cell reads a field and says what is wrong with it.
func cell(field string) (v Value, wrong string) {
	if field == "" {
		return v, "an empty field; expected a value"
	}
	x, err := strconv.ParseFloat(field, 64)
	switch {
	case err == nil && !math.IsInf(x, 0) && !math.IsNaN(x):
		return Value{Number: x}, ""
	case err == nil || errors.Is(err, strconv.ErrRange):
		return v, strconv.Quote(field) + "; expected a finite number or a text"
	case field == "true" || field == "false":
		v.Node = strict.Encode(field == "true")
	default:
		v.Node = strict.Encode(field)
	}
	return v, ""
}

// appendJSON adds a node as JSON on one line.
func appendJSON(b []byte, n *strict.Node) []byte {
	switch n.Kind {
	case strict.Number:
		return decimal.Append(b, n.Number)
	case strict.Bool:
		return strconv.AppendBool(b, n.Bool)
	case strict.String:
		return appendQuoted(b, n.Text)
	case strict.List:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case strict.Map:
		b = append(b, '{')
		for i, p := range n.Pairs {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, p.Key), ':')
			b = appendJSON(b, p.Value)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

// appendQuoted adds a text as JSON, in which < and > stay as they are.
func appendQuoted(b []byte, text string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.Encode(text) // a text always can be
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}
