package record

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// npzForm is the form of NumPy: a zip archive with an array of float64 for each column, under its name, and the array
// columns of the names in their order (numpy.lib.format, version 1.0).
var npzForm = Form{Ending: ".npz", Magic: []string{"PK\x03\x04", "PK\x05\x06"},
	NewEncoder: func(to *Output, _ Robot) Encoder { return &arrays{to: to} },
	NewSource:  func(from *Input) (Source, error) { return newArchive(from) }}

// namesArray is the array of the names of the columns.
const namesArray = "columns"

// arrays is an encoder of an archive. The size of an array stands before its numbers, so that rows go to a file beside
// the log first, block by block, within a block column by column; End writes the archive from that. Until then the log
// is empty.
type arrays struct {
	to      *Output
	columns []string
	spool   *os.File
	blocks  []int // rows of each
	bytes   []byte
	rows    int
}

// Begin creates the file beside the log.
func (a *arrays) Begin(columns []string) error {
	a.columns = columns
	if a.to.File == nil {
		return errors.New("an archive of arrays cannot be written to a stream; expected the name of a file")
	}
	if _, err := a.to.File.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("an archive of arrays needs a file that is no pipe and no device: %w", err)
	}
	name := a.to.File.Name()
	var err error
	a.spool, err = os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".rows-*")
	return err
}

// Add writes a block.
func (a *arrays) Add(rows []float64) error {
	width := len(a.columns)
	n := len(rows) / width
	if n == 0 {
		return nil
	}
	a.bytes = a.bytes[:0]
	for c := range width {
		for r := range n {
			a.bytes = binary.LittleEndian.AppendUint64(a.bytes, math.Float64bits(rows[r*width+c]))
		}
	}
	if _, err := a.spool.Write(a.bytes); err != nil {
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	a.blocks = append(a.blocks, n)
	a.rows += n
	return nil
}

// End writes the archive and removes the file beside the log.
func (a *arrays) End() (rows int, err error) {
	if a.spool == nil {
		return 0, nil
	}
	out := bufio.NewWriterSize(a.to, chunk)
	archive := zip.NewWriter(out)
	err = a.names(archive)
	for c, name := range a.columns {
		if err == nil {
			err = a.column(archive, c, name)
		}
	}
	if err == nil {
		err = errors.Join(archive.Close(), out.Flush())
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("the log cannot be written: %w", err), a.to.File.Truncate(0))
		a.rows = 0
	}
	return a.rows, errors.Join(err, a.spool.Close(), os.Remove(a.spool.Name()))
}

// array begins an array of a type and a length.
func array(archive *zip.Writer, name, kind string, n int) (io.Writer, error) {
	to, err := archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
	if err != nil {
		return nil, err
	}
	// magic, version and length take 10 bytes; the whole is a multiple of 64 and ends with a new line
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", kind, n)
	header += strings.Repeat(" ", 63-(len(header)+10)%64) + "\n"
	head := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	_, err = to.Write(append(head, header...))
	return to, err
}

// names writes the names of the columns, each in UTF-32 and filled up with zeros.
func (a *arrays) names(archive *zip.Writer) error {
	longest := 1
	for _, name := range a.columns {
		longest = max(longest, len([]rune(name)))
	}
	to, err := array(archive, namesArray, "<U"+strconv.Itoa(longest), len(a.columns))
	if err != nil {
		return err
	}
	for _, name := range a.columns {
		text := make([]byte, 0, 4*longest)
		for _, r := range name {
			text = binary.LittleEndian.AppendUint32(text, uint32(r))
		}
		if _, err := to.Write(text[:cap(text)]); err != nil {
			return err
		}
	}
	return nil
}

// column writes the numbers of a column.
func (a *arrays) column(archive *zip.Writer, c int, name string) error {
	to, err := array(archive, name, "<f8", a.rows)
	at := int64(0)
	for _, n := range a.blocks {
		if err != nil {
			return err
		}
		a.bytes = a.bytes[:8*n]
		if _, err = a.spool.ReadAt(a.bytes, at+int64(8*n*c)); err == nil {
			_, err = to.Write(a.bytes)
		}
		at += int64(8 * n * len(a.columns))
	}
	return err
}

// archive is the source of an archive of arrays of one length, among others those of numpy.savez and
// numpy.savez_compressed.
type archive struct {
	table
	arrays []numbers
	rows   int
}

// numbers are those of an array that were not read yet.
type numbers struct {
	in   *bufio.Reader
	size int // of a number, in bytes
	read func(b []byte) float64
}

// kinds are the types of numbers that arrays may have, by the name that NumPy gives them.
var kinds = map[string]numbers{
	"<f8": {size: 8, read: func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }},
	"<f4": {size: 4, read: func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }},
	"<i8": {size: 8, read: func(b []byte) float64 { return float64(int64(binary.LittleEndian.Uint64(b))) }},
	"<i4": {size: 4, read: func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) }},
}

// newArchive opens the arrays of an archive.
func newArchive(from *Input) (*archive, error) {
	in, size, err := from.Whole()
	if err != nil {
		return nil, err
	}
	wrong := func(at int, path, format string, args ...any) error {
		return &LogError{from.Name, 1, at, path, fmt.Sprintf(format, args...)}
	}
	files, err := zip.NewReader(in, size)
	if err != nil {
		return nil, wrong(1, "", "the archive cannot be read: %v; expected arrays as numpy.savez writes them, of a run "+
			"that has ended", err)
	}
	a := &archive{rows: -1}
	var errs []error
	for _, f := range files.File {
		name, isArray := strings.CutSuffix(f.Name, ".npy")
		if name == namesArray {
			continue
		}
		if !isArray {
			errs = append(errs, wrong(len(a.columns)+1, f.Name, "the file is no array; expected a name that ends in .npy"))
			continue
		}
		kind, rows, err := openArray(f)
		switch {
		case err != nil:
			errs = append(errs, wrong(len(a.columns)+1, name, "%v", err))
		case a.rows >= 0 && rows != a.rows:
			errs = append(errs, wrong(len(a.columns)+1, name, "the array has %d numbers, those before have %d; expected "+
				"arrays of one length", rows, a.rows))
		default:
			a.rows = rows
		}
		a.columns, a.arrays = append(a.columns, name), append(a.arrays, kind)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return a, nil
}

// header of an array, as NumPy writes the literal of a Python dictionary.
var header = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (?:True|False), 'shape': \(([0-9, ]*)\),? *\}\s*$`)

// openArray reads the header of an array, and returns its numbers and how many they are.
func openArray(f *zip.File) (x numbers, rows int, err error) {
	file, err := f.Open()
	if err != nil {
		return x, 0, err
	}
	in := bufio.NewReader(file)
	head := make([]byte, 12)
	if _, err := io.ReadFull(in, head[:10]); err != nil || string(head[:6]) != "\x93NUMPY" {
		return x, 0, errors.New("the file is no array; expected NumPy's magic bytes at its beginning")
	}
	length := int(binary.LittleEndian.Uint16(head[8:]))
	if head[6] > 1 {
		if _, err := io.ReadFull(in, head[10:]); err != nil {
			return x, 0, fmt.Errorf("the header ends early: %w", err)
		}
		length = int(binary.LittleEndian.Uint32(head[8:]))
	}
	text := make([]byte, min(length, 1<<16))
	if _, err := io.ReadFull(in, text); err != nil {
		return x, 0, fmt.Errorf("the header ends early: %w", err)
	}
	found := header.FindSubmatch(text)
	if found == nil {
		return x, 0, fmt.Errorf("the header is %q; expected a type and a shape", text[:min(len(text), 80)])
	}
	shape := strings.Split(strings.TrimRight(string(found[2]), ", "), ",")
	x, known := kinds[string(found[1])]
	rows, err = strconv.Atoi(shape[0])
	switch {
	case !known:
		return x, 0, fmt.Errorf("the array is of type %s; expected <f8, <f4, <i8 or <i4", found[1])
	case err != nil || len(shape) != 1:
		return x, 0, fmt.Errorf("the array has the shape (%s); expected one dimension, a number for each row", found[2])
	}
	x.in = in
	return x, rows, nil
}

// Next implements Source.
func (a *archive) Next(row []float64) error {
	if a.row >= a.rows {
		return io.EOF
	}
	a.row++
	for i := range a.arrays {
		x := &a.arrays[i]
		b, err := x.in.Peek(x.size)
		if err != nil {
			return fmt.Errorf("%s ends before its last row: %w", a.columns[i], err)
		}
		row[i] = x.read(b)
		if _, err := x.in.Discard(x.size); err != nil {
			return err
		}
	}
	return nil
}

// table has what sources of binary forms have in common.
type table struct {
	columns []string
	row     int // that was read last, from 1
}

// Columns implements Source.
func (t *table) Columns() []string { return t.columns }

// Place implements Source.
func (t *table) Place(column int) (row, at int) { return max(t.row, 1), column + 1 }

// Cut implements Source.
func (t *table) Cut() bool { return false }
