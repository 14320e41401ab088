package sim

import (
	"encoding/binary"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/warp"
)

// asksForEffects reports whether the input asks for the effects of undefined values (Input.Undefined). The caller then
// compares two runs that differ in these values. So the machine may choose any value in place of one that it does not
// know, as long as both runs get the same. Besides the stores that other lanes can see, two things count as effects:
// the operands of an unknown instruction (suppose), and a store to an unknown address (recordStray).
func (m *machine) asksForEffects() bool { return m.in.Undefined != nil }

// affect adds words to the digest of the actions of a lane that other lanes can see, if the input asks for effects. The
// digest of the run is a sum over the lanes. So it does not depend on the order in which different lanes act, which no
// value of the program decides.
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

// mix returns the digest of a sequence that is extended by one word (FNV-1a, word by word).
func mix(digest, word uint64) uint64 {
	const prime = 1099511628211
	digest = (digest ^ word) * prime
	return digest ^ digest>>32 // the low bits of a product do not depend on the high bits of its factors
}

// isSupposed reports whether instr gets a supposed result: a call of a function of another unit, or an instruction that
// the machine cannot compute and that gives equal results for equal operands.
func isSupposed(instr *cfg.Instr) bool {
	switch instr.Op {
	case cfg.Opaque, cfg.TemplateConst:
		return true
	case cfg.Unknown:
		return instr.Alike || isPart(instr)
	case cfg.Extern:
		return instr.Alike || instr.Foreign
	}
	return false
}

// isPart reports whether instr returns the address of a part of an unknown object, such as a member or an element.
// Lanes with the same object get the same address.
func isPart(instr *cfg.Instr) bool { return isPointer(instr.Type) && !instr.Hides && !instr.Unread }

// supposedValues is the number of different values that stand for unknown ones: 0 to 31. They are few and small, so
// that loops bounded by them end, and branches decided by them take both sides.
const supposedValues = 32

// supposesOf reports whether the machine supposes the result of instr instead of executing it.
func (m *machine) supposesOf(instr *cfg.Instr) bool {
	return isSupposed(instr) && (m.asksForEffects() || m.supposes())
}

// supposedWord returns the word that stands for an unknown value. digest is computed from all things that the value
// depends on, so that equal causes give equal words.
func (m *machine) supposedWord(digest uint64) uint64 {
	if m.in.Supposed != nil {
		return m.in.Supposed(digest)
	}
	return digest % supposedValues
}

// suppose executes an unknown instruction: it gives a supposed result, and equal operands give equal results. The
// operands, and the variables that they point to, count as effects, because the instruction may show them to others.
// The operands of a [cfg.Opaque] do not count, because it only computes a value.
func (m *machine) suppose(f *frame, instr *cfg.Instr, lanes warp.Lanes) {
	if instr.IsOpen() {
		m.noteOpen(instr, lanes)
	}
	for l := range lanesOf(lanes) {
		if word := m.supposeOf(f, instr, l); instr.Type != nil && !isAggregate(instr.Type) {
			f.setWord(instr, l, word)
		}
		m.follow(f, instr, l)
	}
}

// noteOpen records that lanes may run code that is not in the graph. Such code may write any memory, wait for copies,
// and contain fences and barriers.
func (m *machine) noteOpen(instr *cfg.Instr, lanes warp.Lanes) {
	if m.in.Engines || m.in.Dependent {
		m.note(instr.Text)
	}
	if m.in.Unwritten {
		m.doubtOpen(lanes)
	}
}

// supposeOf returns the supposed result of an unknown instruction in a lane. If the result is an aggregate, supposeOf
// sets the aggregate and returns 0. Only its first word is supposed, and the rest is 0. So a class with one small
// number, such as a half, gets a number.
func (m *machine) supposeOf(f *frame, instr *cfg.Instr, lane int) uint64 {
	if word, isGiven := m.templateConst(instr); isGiven {
		return word
	}
	if instr.Op == cfg.TemplateConst && m.supposes() {
		return smallValue(instr.Type, m.in.Supposed(constantDigest(instr)))
	}
	if m.supposes() {
		m.markSupposed(nameOfSupposed(instr))
	}
	digest := uint64(instr.ID)
	for _, operand := range instr.Args {
		digest = m.digest(f, operand, lane, digest)
	}
	if instr.Op != cfg.Opaque {
		m.affect(lane, digest)
	}
	switch {
	case instr.Type == nil:
	case isAggregate(instr.Type):
		bytes := make([]byte, sizeOf(instr.Type))
		copy(bytes, binary.LittleEndian.AppendUint64(nil, m.supposedWord(digest)))
		f.setBytes(instr, lane, bytes)
	default:
		return smallValue(instr.Type, m.supposedWord(digest))
	}
	return 0
}

// templateConst returns the value that Input.Args gives for a constant of a template, by the constant's name. isGiven
// is false if Input.Args has none.
func (m *machine) templateConst(instr *cfg.Instr) (word uint64, isGiven bool) {
	if instr.Op != cfg.TemplateConst || instr.Text == "" {
		return 0, false
	}
	word, isGiven = m.in.Args[instr.Text]
	return canonical(instr.Type, word), isGiven
}

// constantDigest returns a digest that is the same for all uses of one template constant. No operands are part of it,
// because the code that instantiates the template may choose any value.
func constantDigest(instr *cfg.Instr) uint64 {
	return mix(mixBytes(0, []byte(instr.Text)), uint64(instr.Int))
}

// nameOfSupposed describes the supposed result of an instruction, for messages to users.
func nameOfSupposed(instr *cfg.Instr) string {
	if instr.Op == cfg.Unknown || instr.Op == cfg.Opaque {
		return "a value of " + linetext.Of(instr.Pos)
	}
	return "what " + instr.Text + " returns"
}

// smallValue converts a small number to a value of type t.
func smallValue(t *types.Type, number uint64) uint64 {
	if t.Kind == types.Float {
		return fromFloat(t, float64(number))
	}
	return canonical(t, number)
}

// digest adds a lane's operand to a digest. If the operand points to a variable of the lane, the variable's content
// is added too.
func (m *memory) digest(f *frame, operand *cfg.Instr, lane int, digest uint64) uint64 {
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

// recordStray records an access whose address the machine cannot resolve. The run becomes Unknown, unless the input
// asks for effects. Then a store counts as an effect (writeBytes), and a load yields 0.
func (m *machine) recordStray(reason string) {
	if !m.asksForEffects() {
		m.unknown(reason)
	}
}
