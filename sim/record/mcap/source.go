package mcap

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"kinetree/internal/suggest"
	"kinetree/sim/record"
)

// most bounds the memory that a malformed file can take, in bytes of a record.
const most = 1 << 29

// jointStates is the topic that is read of a file that others have recorded, if there are several of its type.
const jointStates = "/joint_states"

// source reads a file from its beginning, so that one of a process that was killed has all rows but those of the last
// chunk.
type source struct {
	name    string
	in      io.Reader
	chunk   []byte // records of the chunk that are left
	zip     *zstd.Decoder
	schemas map[uint16]string // names
	topics  map[uint16]string // of the channels with joint states, and that of the rows
	states  []string          // topics of joint states
	columns []string
	isOurs  bool
	topic   string
	first   []float64 // row that was read with the names of the columns; nil behind it
	names   []string  // of the joints
	has     [3]bool   // positions, velocities, efforts
	start   int64     // time of the first message (ns)
	row     int
	cut     bool
}

// newSource reads up to the first message that is a row.
func newSource(from *record.Input) (record.Source, error) {
	s := &source{name: from.Name, in: from.Reader, schemas: map[uint16]string{}, topics: map[uint16]string{}}
	if _, err := io.CopyN(io.Discard, s.in, int64(len(magic))); err != nil {
		return nil, err
	}
	for {
		topic, data, at, err := s.message()
		switch {
		case errors.Is(err, io.EOF) && s.isOurs:
			return s, nil
		case errors.Is(err, io.EOF):
			return nil, s.wrong("there is no message of type sensor_msgs/msg/JointState; expected a topic such as " +
				jointStates)
		case err != nil:
			return nil, err
		case s.isOurs && topic == rowTopic:
			s.topic = topic
			s.first = make([]float64, len(s.columns))
			return s, s.take(s.first, data, at)
		case s.isOurs || len(s.states) > 1 && slices.Contains(s.states, jointStates) && topic != jointStates:
			continue
		}
		s.topic = topic
		return s, s.begin(data, at)
	}
}

func (s *source) wrong(format string, args ...any) error {
	return &record.LogError{File: s.name, Line: s.row + 1, Column: 1, Message: fmt.Sprintf(format, args...)}
}

// record returns the next record, of a chunk or of the file.
func (s *source) record() (op byte, content []byte, err error) {
	if len(s.chunk) > 0 {
		if len(s.chunk) < 9 || binary.LittleEndian.Uint64(s.chunk[1:]) > uint64(len(s.chunk)-9) {
			return 0, nil, s.wrong("a record of a chunk ends behind the chunk; expected a whole MCAP file")
		}
		n := 9 + int(binary.LittleEndian.Uint64(s.chunk[1:]))
		op, content, s.chunk = s.chunk[0], s.chunk[9:n], s.chunk[n:]
		return op, content, nil
	}
	var head [9]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return 0, nil, s.ended(err)
	}
	n := binary.LittleEndian.Uint64(head[1:])
	if n > most {
		return 0, nil, s.wrong("a record has %d bytes; expected at most %d", n, most)
	}
	content, err = io.ReadAll(io.LimitReader(s.in, int64(n)))
	if err == nil && len(content) < int(n) {
		err = io.ErrUnexpectedEOF
	}
	return head[0], content, s.ended(err)
}

// ended returns io.EOF where a file has no footer.
func (s *source) ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		s.cut = true
		return io.EOF
	}
	return err
}

// message returns the next message of a topic that can be rows, and its time (ns).
func (s *source) message() (topic string, data []byte, at int64, err error) {
	for {
		op, content, err := s.record()
		if err != nil {
			return "", nil, 0, err
		}
		r := &fields{content, nil}
		switch op {
		case opSchema:
			id, name := r.u16(), r.text()
			s.schemas[id] = name
		case opChannel:
			id, schema, topic, encoding := r.u16(), r.u16(), r.text(), r.text()
			isState := s.schemas[schema] == "sensor_msgs/msg/JointState" && encoding == "cdr"
			if isState && !slices.Contains(s.states, topic) {
				s.states = append(s.states, topic)
			}
			if isState || topic == rowTopic {
				s.topics[id] = topic
			}
		case opMetadata:
			if name := r.text(); name == ourName && r.u32() > 0 && r.text() == "columns" {
				s.isOurs = json.Unmarshal([]byte(r.text()), &s.columns) == nil
			}
		case opChunk:
			s.chunk, err = s.unpack(r)
		case opMessage:
			id := r.u16()
			r.u32()
			at := int64(r.u64())
			r.u64()
			if topic, ok := s.topics[id]; ok && r.err == nil {
				return topic, r.left, at, nil
			}
		case opFooter:
			return "", nil, 0, io.EOF
		}
		if err = errors.Join(err, r.err); err != nil {
			return "", nil, 0, s.wrong("a record of kind %d cannot be read: %v; expected a whole MCAP file", op, err)
		}
	}
}

// unpack returns the records of a chunk.
func (s *source) unpack(r *fields) ([]byte, error) {
	r.u64()
	r.u64()
	size := r.u64()
	r.u32()
	kind := r.text()
	n := r.u64()
	if r.err != nil || n > uint64(len(r.left)) || size > most {
		return nil, errShort
	}
	packed := r.left[:n]
	switch kind {
	case "":
		return packed, nil
	case "zstd":
		if s.zip == nil {
			zip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(most))
			if err != nil {
				return nil, err
			}
			s.zip = zip
		}
		return s.zip.DecodeAll(packed, nil)
	case "lz4":
		return io.ReadAll(io.LimitReader(lz4.NewReader(strings.NewReader(string(packed))), most))
	}
	return nil, fmt.Errorf("the compression %q is not known; expected zstd, lz4 or none", kind)
}

// state is a message of sensor_msgs/msg/JointState.
type state struct {
	stamp  int64 // ns
	names  []string
	values [3][]float64
}

// read takes a message apart. A stamp of zero is the time at which the message was logged.
func (s *source) read(data []byte, at int64) (*state, error) {
	r := newReader(data)
	x := &state{stamp: int64(int32(r.uint32())) * 1e9}
	x.stamp += int64(r.uint32())
	if x.stamp == 0 {
		x.stamp = at
	}
	r.text()
	x.names = make([]string, r.length(4))
	for i := range x.names {
		x.names[i] = r.text()
	}
	for i := range x.values {
		x.values[i] = r.floats()
		if n := len(x.values[i]); r.err == nil && n > 0 && n != len(x.names) {
			return nil, s.wrong("the message has %d joints and %d numbers; expected a number for each joint", len(x.names),
				n)
		}
	}
	if r.err != nil {
		return nil, s.wrong("%v", r.err)
	}
	return x, nil
}

// begin takes the names of the columns from a first message.
func (s *source) begin(data []byte, at int64) error {
	x, err := s.read(data, at)
	if err != nil {
		return err
	}
	s.names, s.start, s.columns = x.names, x.stamp, []string{"time"}
	for i := range x.values {
		s.has[i] = len(x.values[i]) > 0
	}
	for _, name := range x.names {
		for i, quantity := range []string{"/position", "/velocity", "/effort"} {
			if s.has[i] {
				s.columns = append(s.columns, name+quantity)
			}
		}
	}
	s.first = make([]float64, len(s.columns))
	return s.take(s.first, data, at)
}

// take fills a row from a message.
func (s *source) take(row []float64, data []byte, at int64) error {
	if s.isOurs {
		r := newReader(data)
		r.uint32()
		r.uint32()
		list := r.floats()
		if r.err != nil || len(list) != len(row) {
			return s.wrong("the row has %d numbers; expected %d, as many as there are names of columns", len(list),
				len(row))
		}
		copy(row, list)
		return nil
	}
	x, err := s.read(data, at)
	if err != nil {
		return err
	}
	// time counts from the first message, because float64 keeps a nanosecond of some months and not of decades
	row[0] = float64(x.stamp-s.start) / 1e9
	to := 1
	for k, name := range s.names {
		from := k
		if k >= len(x.names) || x.names[k] != name {
			from = slices.Index(x.names, name)
		}
		for i := range x.values {
			if !s.has[i] {
				continue
			}
			row[to] = math.NaN()
			if from >= 0 && len(x.values[i]) > 0 {
				row[to] = x.values[i][from]
			}
			to++
		}
		if from < 0 {
			return s.wrong("the message has no joint %s but %s; expected the joints of the first message of %s", name,
				suggest.List(x.names), s.topic)
		}
	}
	return nil
}

// Next implements record.Source.
func (s *source) Next(row []float64) error {
	if s.first != nil {
		copy(row, s.first)
		s.first = nil
		s.row++
		return nil
	}
	for {
		topic, data, at, err := s.message()
		if err != nil {
			return err
		}
		if topic == s.topic {
			err := s.take(row, data, at)
			s.row++
			return err
		}
	}
}

// Columns implements record.Source.
func (s *source) Columns() []string { return s.columns }

// Place implements record.Source.
func (s *source) Place(column int) (row, at int) { return max(s.row, 1), column + 1 }

// Cut implements record.Source.
func (s *source) Cut() bool { return s.cut }

// fields takes a record apart. After the first error it returns zeros.
type fields struct {
	left []byte
	err  error
}

func (r *fields) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.left) {
		r.err = errShort
		return make([]byte, 8)
	}
	b := r.left[:n]
	r.left = r.left[n:]
	return b
}

func (r *fields) u16() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }
func (r *fields) u32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *fields) u64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *fields) text() string {
	n := int(r.u32())
	if r.err != nil || n > len(r.left) {
		r.err = errShort
		return ""
	}
	return string(r.take(n))
}
