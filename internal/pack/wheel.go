package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// wheel returns a Python package in the binary format. pip unpacks its scripts to bin/ and its data to the folder that
// contains bin/, as in the archive. So `warpcheck` is the program itself, and no interpreter starts it.
func (r *release) wheel(tag string) ([]byte, error) {
	var w wheelWriter
	w.zip = zip.NewWriter(&w.buffer)
	name := "warpcheck-" + r.version
	for _, f := range r.files {
		path := name + ".data/data/" + f.path
		if folder, base, ok := strings.Cut(f.path, "/"); ok && folder == "bin" {
			path = name + ".data/scripts/" + base
		}
		w.add(r, path, f.mode, f.text)
	}
	readme, err := os.ReadFile(r.readme)
	if err != nil {
		return nil, err
	}
	information := name + ".dist-info/"
	w.add(r, information+"METADATA", 0o644, []byte(fmt.Sprintf(metadata, r.version)+string(readme)))
	w.add(r, information+"WHEEL", 0o644, fmt.Appendf(nil, wheelFile, tag))
	record := information + "RECORD"
	w.record.WriteString(record + ",,\n")
	w.add(r, record, 0o644, []byte(w.record.String()))
	if w.err == nil {
		w.err = w.zip.Close()
	}
	return w.buffer.Bytes(), w.err
}

const metadata = `Metadata-Version: 2.1
Name: warpcheck
Version: %s
Summary: Find misuse of CUDA's warp collectives
Home-page: https://github.com/warpcheck/warpcheck
License: Apache-2.0
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Quality Assurance
Requires-Python: >=3.7
Description-Content-Type: text/markdown

`

const wheelFile = `Wheel-Version: 1.0
Generator: warpcheck
Root-Is-Purelib: false
Tag: %s
`

// wheelWriter writes the entries of a wheel and their lines in its list of files, RECORD. It keeps the first error.
type wheelWriter struct {
	buffer bytes.Buffer
	zip    *zip.Writer
	record strings.Builder
	err    error
}

func (w *wheelWriter) add(r *release, path string, mode fs.FileMode, text []byte) {
	header := zip.FileHeader{Name: path, Method: zip.Deflate, Modified: r.date}
	header.SetMode(mode)
	if w.err != nil {
		return
	}
	entry, err := w.zip.CreateHeader(&header)
	if err == nil {
		_, err = entry.Write(text)
	}
	sum := sha256.Sum256(text)
	fmt.Fprintf(&w.record, "%s,sha256=%s,%d\n", path, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
	w.err = err
}
