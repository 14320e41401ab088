package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

const (
	// maxHeader is the largest size of a header in bytes. The protocol has two fields, together less than a hundred
	// bytes.
	maxHeader = 4 << 10
	// maxMessage is the largest size of a message in bytes: the largest source that is read, with its escapes in JSON.
	maxMessage = 2 * int64(safefile.Source)
)

// errTooLong ends the server if a message is longer than any document may be.
var errTooLong = fmt.Errorf("a message has more than %d MiB, which no source may have", maxMessage>>20)

var errNoHeader = errors.New("no header of a message")

// framing finds the boundaries of messages. The codec of the library would read a header of any length into memory.
type framing struct{ jsonrpc2.VSCodeObjectCodec }

// ReadObject reads the next message.
func (framing) ReadObject(r *bufio.Reader, v any) error {
	length, err := readHeader(r)
	if err != nil {
		return err
	}
	content := io.LimitReader(r, length)
	if err := json.NewDecoder(content).Decode(v); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, content) // reads the blanks after the object
	return err
}

// readHeader reads a header and returns the length of the content that follows.
func readHeader(r *bufio.Reader) (length int64, err error) {
	for rest := maxHeader; ; {
		line, err := r.ReadSlice('\n') // this is an error if the line is longer than the reader's buffer
		if err != nil {
			return 0, err
		}
		if rest -= len(line); rest < 0 {
			return 0, errNoHeader
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" {
			return checkedLength(length)
		}
		name, value, isField := strings.Cut(field, ":")
		if !isField {
			return 0, errNoHeader
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil {
				return 0, err
			}
		}
	}
}

func checkedLength(length int64) (int64, error) {
	switch {
	case length <= 0:
		return 0, errNoHeader
	case length > maxMessage:
		return 0, errTooLong
	}
	return length, nil
}
