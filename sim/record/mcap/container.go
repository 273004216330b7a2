package mcap

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// magic is how a file begins and ends.
const magic = "\x89MCAP0\r\n"

// The numbers of records (MCAP specification, section Records).
const (
	opHeader = iota + 1
	opFooter
	opSchema
	opChannel
	opMessage
	opChunk
	opMessageIndex
	opChunkIndex
	opAttachment
	opAttachmentIndex
	opStatistics
	opMetadata
	opMetadataIndex
	opSummaryOffset
	opDataEnd
)

// bytes are those of a record.
type bytes []byte

func (b bytes) u16(x uint16) bytes { return binary.LittleEndian.AppendUint16(b, x) }
func (b bytes) u32(x uint32) bytes { return binary.LittleEndian.AppendUint32(b, x) }
func (b bytes) u64(x uint64) bytes { return binary.LittleEndian.AppendUint64(b, x) }
func (b bytes) text(s string) bytes {
	return append(b.u32(uint32(len(s))), s...)
}

// texts appends a map of texts.
func (b bytes) texts(m map[string]string) bytes {
	var all bytes
	for _, key := range slices.Sorted(maps.Keys(m)) {
		all = all.text(key).text(m[key])
	}
	return append(b.u32(uint32(len(all))), all...)
}

// counts appends a map from channels to numbers.
func (b bytes) counts(list []uint64) bytes {
	b = b.u32(uint32(10 * len(list)))
	for i, x := range list {
		b = b.u16(uint16(i + 1)).u64(x)
	}
	return b
}

// record appends a record.
func (b bytes) record(op byte, content bytes) bytes {
	return append(append(b, op).u64(uint64(len(content))), content...)
}

// channel is a topic of the file. Its number is its place in the list, from 1.
type channel struct {
	topic string
	kind  *message
	once  bool // there is one message, which later readers want as well
	count uint64
	index bytes // of the chunk: times and places
}

// container writes an MCAP file: chunks of messages with their indexes, and a summary at the end.
type container struct {
	out      io.Writer
	at       uint64 // bytes that were written
	channels []*channel
	zip      *zstd.Encoder
	chunk    bytes // not compressed yet
	packed   []byte
	from, to uint64 // times of the chunk's messages (ns)
	chunks   bytes  // their indexes, records of the summary
	chunked  uint32 // how many
	first    uint64 // time of the first message of the file
	last     uint64
	messages uint64
	notes    bytes // the indexes of the records of metadata
	noted    uint32
}

// chunkSize is how many bytes a chunk has about.
const chunkSize = 1 << 20

// newContainer begins a file of some channels.
func newContainer(out io.Writer, channels []*channel) (*container, error) {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	c := &container{out: out, channels: channels, zip: zip, first: math.MaxUint64, from: math.MaxUint64}
	return c, c.write(bytes(magic).record(opHeader, bytes(nil).text("ros2").text("kinetree")))
}

func (c *container) write(b []byte) error {
	n, err := c.out.Write(b)
	c.at += uint64(n)
	return err
}

// describe appends the schemas and the channels.
func (c *container) describe(b bytes) bytes {
	kinds := c.kinds()
	return c.describeChannels(describeKinds(b, kinds), kinds)
}

func describeKinds(b bytes, kinds []*message) bytes {
	for i, k := range kinds {
		b = b.record(opSchema, bytes(nil).u16(uint16(i+1)).text(k.name).text("ros2msg").text(k.schema()))
	}
	return b
}

func (c *container) describeChannels(b bytes, kinds []*message) bytes {
	for i, x := range c.channels {
		b = b.record(opChannel, bytes(nil).u16(uint16(i+1)).u16(uint16(slices.Index(kinds, x.kind)+1)).text(x.topic).
			text("cdr").texts(map[string]string{"offered_qos_profiles": x.qos(), "topic_type_hash": x.kind.hash()}))
	}
	return b
}

// kinds returns the types of the channels, each once.
func (c *container) kinds() (list []*message) {
	for _, x := range c.channels {
		if !slices.Contains(list, x.kind) {
			list = append(list, x.kind)
		}
	}
	return list
}

// add adds a message to a channel, by its place in the list.
func (c *container) add(i int, ns uint64, data []byte) error {
	if len(c.chunk) == 0 && c.chunked == 0 {
		c.chunk = c.describe(c.chunk)
	}
	x := c.channels[i]
	x.index = x.index.u64(ns).u64(uint64(len(c.chunk)))
	c.chunk = append(c.chunk, opMessage).u64(uint64(22 + len(data))).u16(uint16(i + 1)).u32(uint32(x.count)).u64(ns).
		u64(ns)
	c.chunk = append(c.chunk, data...)
	x.count++
	c.messages++
	c.from, c.to = min(c.from, ns), max(c.to, ns)
	c.first, c.last = min(c.first, ns), max(c.last, ns)
	if len(c.chunk) >= chunkSize {
		return c.flush()
	}
	return nil
}

// flush writes the chunk and the indexes of its messages.
func (c *container) flush() error {
	if len(c.chunk) == 0 {
		return nil
	}
	c.packed = c.zip.EncodeAll(c.chunk, c.packed[:0])
	start := c.at
	content := bytes(nil).u64(c.from).u64(c.to).u64(uint64(len(c.chunk))).u32(crc32.ChecksumIEEE(c.chunk)).text("zstd").
		u64(uint64(len(c.packed)))
	all := bytes(nil).record(opChunk, append(content, c.packed...))
	length := uint64(len(all))
	var offsets bytes
	for i, x := range c.channels {
		if len(x.index) > 0 {
			offsets = offsets.u16(uint16(i + 1)).u64(start + uint64(len(all)))
			all = all.record(opMessageIndex, append(bytes(nil).u16(uint16(i+1)).u32(uint32(len(x.index))), x.index...))
			x.index = x.index[:0]
		}
	}
	c.chunks = c.chunks.record(opChunkIndex, append(bytes(nil).u64(c.from).u64(c.to).u64(start).u64(length).
		u32(uint32(len(offsets))), offsets...).u64(uint64(len(all))-length).text("zstd").u64(uint64(len(c.packed))).
		u64(uint64(len(c.chunk))))
	c.chunked++
	c.chunk, c.from, c.to = c.chunk[:0], math.MaxUint64, 0
	return c.write(all)
}

// start returns the time of the first message.
func (c *container) start() uint64 {
	if c.messages == 0 {
		return 0
	}
	return c.first
}

// note writes a record of metadata.
func (c *container) note(name string, texts map[string]string) error {
	record := bytes(nil).record(opMetadata, bytes(nil).text(name).texts(texts))
	c.notes = c.notes.record(opMetadataIndex, bytes(nil).u64(c.at).u64(uint64(len(record))).text(name))
	c.noted++
	return c.write(record)
}

// end writes a last record of metadata, the summary and the footer.
func (c *container) end(name string, texts map[string]string) error {
	if c.messages == 0 {
		c.chunk, c.from = c.describe(c.chunk), 0
	}
	if err := errors.Join(c.flush(), c.note(name, texts), c.write(bytes(nil).record(opDataEnd, bytes(nil).u32(0)))); err != nil {
		return err
	}
	start := c.at
	var summary, offsets bytes
	group := func(op byte, records bytes) {
		if len(records) > 0 {
			offsets = offsets.record(opSummaryOffset, append(bytes(nil), op).u64(start+uint64(len(summary))).
				u64(uint64(len(records))))
			summary = append(summary, records...)
		}
	}
	kinds := c.kinds()
	counts := make([]uint64, len(c.channels))
	for i, x := range c.channels {
		counts[i] = x.count
	}
	group(opSchema, describeKinds(nil, kinds))
	group(opChannel, c.describeChannels(nil, kinds))
	group(opStatistics, bytes(nil).record(opStatistics, bytes(nil).u64(c.messages).u16(uint16(len(kinds))).
		u32(uint32(len(c.channels))).u32(0).u32(c.noted).u32(c.chunked).u64(c.start()).u64(c.last).counts(counts)))
	group(opChunkIndex, c.chunks)
	group(opMetadataIndex, c.notes)
	offsetsAt := start + uint64(len(summary))
	summary = append(summary, offsets...)
	// the check sum is that of the summary and of the footer up to itself
	summary = append(summary, opFooter).u64(20).u64(start).u64(offsetsAt)
	return c.write(append(summary.u32(crc32.ChecksumIEEE(summary)), magic...))
}
