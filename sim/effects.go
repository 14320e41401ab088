package sim

import (
	"encoding/binary"
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// asksForEffects reports an input that asks what an undefined value does. Two runs of it are
// compared, so what the machine does not know need not be true, only the same in both: what goes
// into it is taken for an effect (suppose), and what is stored where it cannot be followed (stray).
func (m *machine) asksForEffects() bool { return m.in.Undefined != nil }

// affect adds what a lane does to the digest of what others see of the run, where the input asks for it. In which order
// lanes do things that have parted is nothing that a value decides.
func (m *machine) affect(lane int, words ...uint64) {
	if !m.asksForEffects() {
		return
	}
	before := m.seen[lane]
	for _, w := range words {
		m.seen[lane] = mix(m.seen[lane], w)
	}
	m.out.Effects += mix(m.seen[lane], uint64(lane)) - mix(before, uint64(lane))
}

// mix adds a word to a digest (FNV-1a, word by word).
func mix(digest, word uint64) uint64 {
	const prime = 1099511628211
	digest = (digest ^ word) * prime
	return digest ^ digest>>32 // the low bits of a product do not know the high ones
}

// isSupposed reports an instruction that the machine does not know to execute, and of which it is
// known that it depends on its operands alone.
func isSupposed(in *cfg.Instr) bool {
	switch in.Op {
	case cfg.Opaque, cfg.TemplateConst:
		return true
	case cfg.Unknown:
		return in.Alike || isPart(in)
	case cfg.Extern:
		return in.Alike || in.Foreign
	}
	return false
}

// isPart reports the address of a part of what is not known, a member or an element: a place, that nothing else parts
// the lanes in.
func isPart(in *cfg.Instr) bool { return isPointer(in.Type) && !in.Hides && !in.Unread }

// supposedValues is how many values are supposed for what is not known: few and small ones, so
// that loops that they bound end, and branches that they decide are taken as well as not.
const supposedValues = 32

// supposesOf reports an instruction of which what it yields is supposed.
func (m *machine) supposesOf(in *cfg.Instr) bool {
	return isSupposed(in) && (m.asksForEffects() || m.supposes())
}

// supposedWord is what a digest is taken for.
func (m *machine) supposedWord(digest uint64) uint64 {
	if m.in.Supposed != nil {
		return m.in.Supposed(digest)
	}
	return digest % supposedValues
}

// suppose executes an instruction that is not known as a function of its operands. But for an
// [cfg.Opaque], which is one, they are effects, and so is what they point to.
func (m *machine) suppose(f *frame, in *cfg.Instr, lanes warp.Lanes) {
	for l := range lanesOf(lanes) {
		if word := m.supposeOf(f, in, l); in.Type != nil && !isAggregate(in.Type) {
			f.setWord(in, l, word)
		}
		m.follow(f, in, l)
	}
}

// supposeOf is what an instruction that is not known yields for a lane. A record of one small number, as
// a half is, has that.
func (m *machine) supposeOf(f *frame, in *cfg.Instr, lane int) uint64 {
	if word, isGiven := m.templateConst(in); isGiven {
		return word
	}
	if in.Op == cfg.TemplateConst && m.supposes() {
		return supposed(in.Type, m.in.Supposed(constantDigest(in)))
	}
	if m.supposes() {
		m.guess(nameOfSupposed(in))
	}
	digest := uint64(in.ID)
	for _, operand := range in.Args {
		digest = m.digest(f, operand, lane, digest)
	}
	if in.Op != cfg.Opaque {
		m.affect(lane, digest)
	}
	switch {
	case in.Type == nil:
	case isAggregate(in.Type):
		bytes := make([]byte, sizeOf(in.Type))
		copy(bytes, binary.LittleEndian.AppendUint64(nil, m.supposedWord(digest)))
		f.setBytes(in, lane, bytes)
	default:
		return supposed(in.Type, m.supposedWord(digest))
	}
	return 0
}

// templateConst is a constant of a template that the input names, as it does arguments.
func (m *machine) templateConst(in *cfg.Instr) (word uint64, isGiven bool) {
	if in.Op != cfg.TemplateConst || in.Text == "" {
		return 0, false
	}
	word, isGiven = m.in.Args[in.Text]
	return canonical(in.Type, word), isGiven
}

// constantDigest is the same for all that names one constant of a template, which who instantiates it may choose.
func constantDigest(in *cfg.Instr) uint64 {
	return mix(mixBytes(0, []byte(in.Text)), uint64(in.Int))
}

// nameOfSupposed is what an instruction yields whose value is supposed.
func nameOfSupposed(in *cfg.Instr) string {
	if in.Op == cfg.Unknown || in.Op == cfg.Opaque {
		return fmt.Sprintf("a value of line %d", in.Pos.Line)
	}
	return "what " + in.Text + " returns"
}

// supposed is a small number as a value of a type.
func supposed(t *types.Type, number uint64) uint64 {
	if t.Kind == types.Float {
		return fromFloat(t, float64(number))
	}
	return canonical(t, number)
}

// digest adds an operand of a lane to a digest, with the lane's variable that it points to.
func (m *machine) digest(f *frame, operand *cfg.Instr, lane int, digest uint64) uint64 {
	if isAggregate(operand.Type) {
		return mixBytes(digest, f.aggregate(operand, lane))
	}
	word := f.word(operand, lane)
	if operand.Type != nil && operand.Type.Kind == types.Pointer {
		digest = mixBytes(digest, m.variableAt(word))
	}
	return mix(digest, word)
}

func mixBytes(digest uint64, bytes []byte) uint64 {
	for _, b := range bytes {
		digest = mix(digest, uint64(b))
	}
	return digest
}

// stray records an access that cannot be followed. Where effects are asked for, a store is one
// (writeBytes), and a load yields zero.
func (m *machine) stray(reason string) {
	if !m.asksForEffects() {
		m.unknown(reason)
	}
}
