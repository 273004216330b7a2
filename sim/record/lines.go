package record

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/spreadsheet"
)

// lines is the source of a CSV file.
type lines struct {
	name    string
	in      *bufio.Reader
	columns []string
	line    int      // number of the last line that was read, from 1
	starts  [][2]int // line and byte of each name in the header; nil behind it
	row     []byte   // that was read last
	cut     bool
}

// NewCSVSource reads the header of a CSV file. The name is that of the file, for messages.
func NewCSVSource(in *bufio.Reader, name string) (Source, error) {
	l := &lines{name: name, in: in}
	header, err := l.header()
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(header, []byte("<")) {
		return nil, &LogError{l.name, 1, 1, "", "this is XML, as of a robot; expected the log of a run, whose first " +
			"row has the names of the columns: time, elbow_joint/position, ..."}
	}
	names := csv.NewReader(bytes.NewReader(header))
	if l.columns, err = names.Read(); err != nil {
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return nil, &LogError{l.name, parse.Line, parse.Column, "",
				fmt.Sprintf("the names of the columns: %v; expected a quotation mark to be doubled inside quotes",
					parse.Err)}
		}
		return nil, &LogError{l.name, 1, 1, "",
			"there is nothing; expected the names of the columns: time, elbow_joint/position, ..."}
	}
	for i, column := range l.columns {
		l.columns[i] = spreadsheet.Read(column)
		line, at := names.FieldPos(i)
		l.starts = append(l.starts, [2]int{line, at})
	}
	return l, nil
}

// header returns the first row, which may have several lines, for names in quotes may.
func (l *lines) header() ([]byte, error) {
	var all []byte
	quotes, blank := 0, true
	for {
		line, err := l.next()
		all = append(append(all, line...), '\n')
		quotes += bytes.Count(line, []byte{'"'})
		blank = blank && len(bytes.TrimSpace(line)) == 0
		switch {
		case errors.Is(err, io.EOF):
			return bytes.TrimPrefix(bytes.TrimSpace(all), []byte("\ufeff")), nil
		case err != nil:
			return nil, err
		case len(all) > LongestRow:
			return nil, l.tooLong()
		case quotes%2 == 0 && !blank:
			return bytes.TrimPrefix(all, []byte("\ufeff")), nil
		}
	}
}

// next returns the next line without its end, valid until the next call. With io.EOF comes what does not end, if
// there is something.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	l.line++
	if errors.Is(err, bufio.ErrBufferFull) {
		long := slices.Clone(line)
		for errors.Is(err, bufio.ErrBufferFull) && len(long) <= LongestRow {
			line, err = l.in.ReadSlice('\n')
			long = append(long, line...)
		}
		if len(long) > LongestRow {
			return nil, l.tooLong()
		}
		line = long
	}
	switch {
	case errors.Is(err, io.EOF):
		return line, io.EOF
	case err != nil:
		return nil, fmt.Errorf("%s:%d: %w", l.name, l.line, err)
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte{'\r'}), nil
}

func (l *lines) tooLong() error {
	return &LogError{l.name, l.line, 1, "", fmt.Sprintf("the row is longer than %d MiB; expected a log in CSV",
		LongestRow>>20)}
}

// Columns implements Source.
func (l *lines) Columns() []string { return l.columns }

// Cut implements Source.
func (l *lines) Cut() bool { return l.cut }

// Place implements Source.
func (l *lines) Place(column int) (line, at int) {
	if l.starts != nil {
		return l.starts[column][0], l.starts[column][1]
	}
	for range column {
		at += bytes.IndexByte(l.row[at:], ',') + 1
	}
	return l.line, at + 1
}

// Next implements Source.
func (l *lines) Next(row []float64) error {
	l.starts = nil
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			l.cut = len(bytes.TrimSpace(line)) > 0 || l.cut
			return io.EOF
		}
		if err != nil {
			return err
		}
		if l.row = line; len(bytes.TrimSpace(line)) > 0 {
			return l.parse(row, line)
		}
	}
}

// parse reads the numbers of a line.
func (l *lines) parse(row []float64, line []byte) error {
	if n := bytes.Count(line, []byte{','}) + 1; n != len(row) {
		return &LogError{l.name, l.line, 1, "", fmt.Sprintf("the row has %d fields; expected %d, as many as there are "+
			"names in the first row", n, len(row))}
	}
	var errs []error
	at := 0
	for i := range row {
		end := at + bytes.IndexByte(line[at:], ',')
		if end < at {
			end = len(line)
		}
		field := bytes.TrimSpace(line[at:end])
		x, err := strconv.ParseFloat(string(field), 64)
		if err != nil {
			errs = append(errs, &LogError{l.name, l.line, at + 1, l.columns[i], found(field) + "; expected a number"})
		}
		row[i] = x
		at = end + 1
	}
	return errors.Join(errs...)
}

// found quotes a field for a message.
func found(field []byte) string {
	const most = 40
	switch {
	case len(field) == 0:
		return "nothing"
	case len(field) > most:
		return strconv.Quote(string(field[:most])) + "..."
	}
	return strings.ToValidUTF8(strconv.Quote(string(field)), "?")
}
