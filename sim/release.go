package sim

import "github.com/warpcheck/warpcheck/warp"

// A run makes a frame, and memory for its variables, at each call. A kernel that calls small functions in a loop makes
// millions of them. So later calls use the frames and the memory again. They do not reuse the numbers of the spaces: an
// address of a variable stays different from the addresses of all other variables of the run.

// pages holds the pages of frames that have returned, for reuse.
type pages struct{ free []*page }

// take returns a page of zeros.
func (p *pages) take() *page {
	last := len(p.free) - 1
	if last < 0 {
		return new(page)
	}
	made := p.free[last]
	p.free = p.free[:last]
	*made = page{}
	return made
}

// ended stands in place of the space of a variable whose function has returned. It has no bytes, so that each access is
// out of bounds.
var ended = &space{name: "a variable of a function that has returned", data: []byte{}}

// release frees the variables and the values of a frame. All lanes have returned from the function, or left the kernel.
// Places may still refer to the frame, but nothing reads its values again.
func (m *memory) release(f *frame) {
	for _, base := range f.objects {
		if base != 0 {
			s := &m.spaces[base>>spaceBits-1]
			m.freed[(*s).size] = append(m.freed[(*s).size], *s)
			*s = ended
		}
	}
	for _, p := range f.words {
		if p != nil {
			m.pages.free = append(m.pages.free, p)
		}
	}
	f.words, f.objects, f.bytes, f.made = nil, nil, nil, nil
}

// newLocal returns a zeroed space for a variable of size bytes per lane.
func (m *memory) newLocal(name string, size int64) *space {
	free := m.freed[size]
	last := len(free) - 1
	if last < 0 {
		return &space{name: name, size: size, data: make([]byte, warp.Size*size)}
	}
	s := free[last]
	m.freed[size] = free[:last]
	clear(s.data)
	clear(s.supposed)
	s.name = name
	return s
}
