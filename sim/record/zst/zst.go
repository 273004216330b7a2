// Package zst adds CSV files that zstd has compressed to the forms of logs, by an import of the package. What stands
// in such a file is what a CSV file has; a file of a process that was killed is read up to the end of its last block.
package zst

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"kinetree/sim/record"
)

func init() {
	record.Register(record.Form{Ending: ".csv.zst", Magic: []string{"\x28\xb5\x2f\xfd"}, NewEncoder: newEncoder,
		NewSource: newSource})
}

// packed is an encoder of CSV whose bytes go through a compressor.
type packed struct {
	record.Encoder
	zip *zstd.Encoder
}

func newEncoder(to *record.Output, _ record.Robot) record.Encoder {
	// one goroutine, so that the bytes do not depend on how many processors a machine has
	zip, err := zstd.NewWriter(to, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // of an option
	}
	return &packed{record.NewCSVEncoder(zip), zip}
}

// End implements record.Encoder.
func (p *packed) End() (rows int, err error) {
	rows, err = p.Encoder.End()
	return rows, errors.Join(err, p.zip.Close())
}

func newSource(from *record.Input) (record.Source, error) {
	zip, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return nil, err
	}
	return record.NewCSVSource(bufio.NewReaderSize(whole{zip}, 1<<16), from.Name)
}

// whole ends where the compressed bytes do, also if they were cut off.
type whole struct{ in io.Reader }

// Read implements io.Reader.
func (w whole) Read(b []byte) (int, error) {
	n, err := w.in.Read(b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
