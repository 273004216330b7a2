// Package parquet adds Apache Parquet to the forms of logs, by an import of the package. Each column of the log is a
// required column of doubles, plain and without compression, in the order of the log.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"

	"kinetree/sim/record"
)

func init() {
	record.Register(record.Form{Ending: ".parquet", Magic: []string{"PAR1"}, NewEncoder: newEncoder,
		NewSource: newSource})
}

// group is how many numbers stand in a group of rows.
const group = 1 << 20

// columns is the node of a schema that keeps the order of its fields, which a parquet.Group does not.
type columns struct {
	parquet.Group
	fields []parquet.Field
}

// Fields implements parquet.Node.
func (c columns) Fields() []parquet.Field { return c.fields }

// GoType implements parquet.Node.
func (c columns) GoType() reflect.Type { return reflect.TypeFor[map[string]float64]() }

// column is a field of doubles.
type column struct {
	parquet.Node
	name string
}

// Name implements parquet.Field.
func (c column) Name() string { return c.name }

// Value implements parquet.Field, of rows that are maps, of which the log makes none.
func (c column) Value(base reflect.Value) reflect.Value {
	return base.MapIndex(reflect.ValueOf(c.name))
}

// encoder writes groups of rows.
type encoder struct {
	to     *record.Output
	width  int
	file   *parquet.GenericWriter[any]
	buffer *parquet.Buffer
	number []float64 // of one column
	rows   int       // that were written
}

func newEncoder(to *record.Output, _ record.Robot) record.Encoder { return &encoder{to: to} }

// Begin implements record.Encoder.
func (e *encoder) Begin(names []string) error {
	e.width = len(names)
	node := columns{Group: parquet.Group{}}
	for _, name := range names {
		node.Group[name] = parquet.Leaf(parquet.DoubleType)
		node.fields = append(node.fields, column{node.Group[name], name})
	}
	schema := parquet.NewSchema("log", node)
	e.file = parquet.NewGenericWriter[any](e.to, schema, parquet.CreatedBy("kinetree", "", ""))
	e.buffer = parquet.NewBuffer(schema, parquet.ColumnBufferCapacity(max(1, group/e.width)))
	return nil
}

// Add implements record.Encoder.
func (e *encoder) Add(rows []float64) error {
	for c, to := range e.buffer.ColumnBuffers() {
		e.number = e.number[:0]
		for i := c; i < len(rows); i += e.width {
			e.number = append(e.number, rows[i])
		}
		if _, err := to.(parquet.DoubleWriter).WriteDoubles(e.number); err != nil {
			return err
		}
	}
	if e.buffer.Len()*e.width >= group {
		return e.flush()
	}
	return nil
}

// flush writes a group of rows.
func (e *encoder) flush() error {
	if e.buffer.Len() == 0 {
		return nil
	}
	n, err := e.file.WriteRowGroup(e.buffer)
	if err == nil {
		err = e.file.Flush()
	}
	if err != nil {
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	e.rows += int(n)
	e.buffer.Reset()
	return nil
}

// End implements record.Encoder.
func (e *encoder) End() (rows int, err error) {
	err = errors.Join(e.flush(), e.file.Close())
	return e.rows, err
}

// source reads the columns of a file side by side.
type source struct {
	name    string
	columns []string
	groups  []parquet.RowGroup // that follow
	pages   []pages            // of the group of rows that is read
	left    int64              // rows of that group
	row     int                // that was read last, from 1
}

// pages are those of a column, as values.
type pages struct {
	in     parquet.Pages
	page   parquet.ValueReader
	values []parquet.Value // that were not taken yet
	buffer []parquet.Value
}

func newSource(from *record.Input) (record.Source, error) {
	in, size, err := from.Whole()
	if err != nil {
		return nil, err
	}
	wrong := func(at int, path, format string, args ...any) error {
		return &record.LogError{File: from.Name, Line: 1, Column: at, Path: path, Message: fmt.Sprintf(format, args...)}
	}
	file, err := parquet.OpenFile(in, size)
	if err != nil {
		return nil, wrong(1, "", "the Parquet file cannot be read: %v; expected the log of a run that has ended", err)
	}
	s := &source{name: from.Name, groups: file.RowGroups()}
	var errs []error
	for i, path := range file.Schema().Columns() {
		s.columns = append(s.columns, strings.Join(path, "/"))
		leaf, _ := file.Schema().Lookup(path...)
		switch kind := leaf.Node.Type().Kind(); {
		case leaf.MaxRepetitionLevel > 0:
			errs = append(errs, wrong(i+1, s.columns[i], "the column has lists; expected a number in each row"))
		case kind != parquet.Double && kind != parquet.Float && kind != parquet.Int32 && kind != parquet.Int64:
			errs = append(errs, wrong(i+1, s.columns[i], "the column is of type %v; expected doubles, floats or integers",
				leaf.Node.Type()))
		}
	}
	return s, errors.Join(errs...)
}

// Next implements record.Source.
func (s *source) Next(row []float64) error {
	for s.left == 0 {
		for i := range s.pages {
			if err := s.pages[i].in.Close(); err != nil {
				return err
			}
		}
		s.pages = s.pages[:0]
		if len(s.groups) == 0 {
			return io.EOF
		}
		g := s.groups[0]
		s.groups = s.groups[1:]
		s.left = g.NumRows()
		for _, c := range g.ColumnChunks() {
			s.pages = append(s.pages, pages{in: c.Pages()})
		}
	}
	s.left--
	s.row++
	var errs []error
	for i := range s.pages {
		v, err := s.pages[i].next()
		if err != nil {
			return fmt.Errorf("%s: column %s, row %d: %w", s.name, s.columns[i], s.row, err)
		}
		switch v.Kind() {
		case parquet.Double:
			row[i] = v.Double()
		case parquet.Float:
			row[i] = float64(v.Float())
		case parquet.Int32:
			row[i] = float64(v.Int32())
		case parquet.Int64:
			row[i] = float64(v.Int64())
		default:
			errs = append(errs, &record.LogError{File: s.name, Line: s.row, Column: i + 1, Path: s.columns[i],
				Message: "nothing; expected a number"})
		}
	}
	return errors.Join(errs...)
}

// next returns the next value of a column.
func (p *pages) next() (parquet.Value, error) {
	for len(p.values) == 0 {
		if p.page == nil {
			page, err := p.in.ReadPage()
			if err != nil {
				return parquet.Value{}, err
			}
			p.page = page.Values()
		}
		if p.buffer == nil {
			p.buffer = make([]parquet.Value, 256)
		}
		n, err := p.page.ReadValues(p.buffer)
		p.values = p.buffer[:n]
		if errors.Is(err, io.EOF) {
			p.page = nil
		} else if err != nil {
			return parquet.Value{}, err
		}
	}
	v := p.values[0]
	p.values = p.values[1:]
	return v, nil
}

// Columns implements record.Source.
func (s *source) Columns() []string { return s.columns }

// Place implements record.Source.
func (s *source) Place(column int) (row, at int) { return max(s.row, 1), column + 1 }

// Cut implements record.Source.
func (s *source) Cut() bool { return false }
