package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
)

// leastBuffer is the least number of bytes that a pointer points to. Kernels also touch memory that the run does not
// name, because it does not decide the outcome. mostBuffer is the largest offset that a program allocates memory for.
const (
	leastBuffer = 16 << 20
	mostBuffer  = 1 << 31
)

// dataOf returns the statements that give a run its arguments and its memory.
func dataOf(r *rules.Run) (string, error) {
	var b strings.Builder
	null := map[string]bool{}
	for _, argument := range r.Arguments {
		if slices.Contains(r.Pointers, argument.Name) && argument.Value == 0 {
			null[argument.Name] = true
			continue
		}
		if place := parameter(r, argument.Name); place != "" {
			fmt.Fprintf(&b, "  run.set(%s, %#xull);  // %s\n", place, argument.Value, argument.Name)
		}
	}
	for _, pointer := range r.Pointers {
		if place := parameter(r, pointer); place != "" && !null[pointer] {
			bytes, err := bytesOf(r, pointer)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "  run.point(%s, %q, %d);\n", place, pointer, bytes)
		}
	}
	if err := addMemory(&b, r, null); err != nil {
		return "", err
	}
	return b.String(), nil
}

// addMemory writes the statements for the cells of memory. A program cannot set a cell of an object that no pointer
// reaches, such as a cell of shared memory.
func addMemory(b *strings.Builder, r *rules.Run, null map[string]bool) error {
	pointed := map[string]bool{}
	for _, cell := range r.Memory {
		root, _, _ := strings.Cut(cell.Object, "@")
		switch {
		case slices.Contains(r.Variables, cell.Object):
			fmt.Fprintf(b, "  run.store_in(%s, %d, %d, %#xull);\n", cell.Object, cell.Offset, cell.Size, cell.Value)
			continue
		case !slices.Contains(r.Pointers, root) || null[root]:
			fmt.Fprintf(b, "  // not given: %s at byte %d is %#x\n", oneLine(cell.Object), cell.Offset, cell.Value)
			continue
		}
		if err := addPointers(b, r, cell.Object, pointed); err != nil {
			return err
		}
		fmt.Fprintf(b, "  run.store(%q, %d, %d, %#xull);\n", cell.Object, cell.Offset, cell.Size, cell.Value)
	}
	return nil
}

// addPointers writes the statements that store the pointers to an object that is reached through other objects,
// "d@0@16". It writes each statement once.
func addPointers(b *strings.Builder, r *rules.Run, object string, pointed map[string]bool) error {
	at := strings.LastIndex(object, "@")
	if at < 0 || pointed[object] {
		return nil
	}
	pointed[object] = true
	if err := addPointers(b, r, object[:at], pointed); err != nil {
		return err
	}
	bytes, err := bytesOf(r, object)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "  run.store_pointer(%q, %s, %q, %d);\n", object[:at], object[at+1:], object, bytes)
	return nil
}

// bytesOf returns how many bytes of memory an object needs.
func bytesOf(r *rules.Run, object string) (int64, error) {
	bytes := int64(leastBuffer)
	for _, cell := range r.Memory {
		if cell.Object == object {
			bytes = max(bytes, 2*(cell.Offset+int64(cell.Size)))
		}
	}
	if bytes > mostBuffer {
		return 0, fmt.Errorf("the example reads %s at byte %d: a program cannot allocate so much", object, bytes/2)
	}
	return bytes, nil
}

// parameter returns an expression for a parameter or a part of one, "" if the kernel has none of that name.
func parameter(r *rules.Run, name string) string {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	i := slices.Index(r.Parameters, name[:end])
	if i < 0 || name == "" {
		return ""
	}
	return fmt.Sprintf("run.parameter<%d>()%s", i, name[end:])
}
