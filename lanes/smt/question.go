package smt

// #include "solve.h"
import "C"

import (
	"crypto/sha256"
	"encoding/binary"
	"unsafe"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// question is a conjunction in the form that Z3 gets: all terms, each after its arguments, and the conjunction last.
// Unknowns have no names, only their places in the list.
type question struct {
	nodes []C.node
	args  []C.int32_t
	coefs []C.uint64_t
}

// outcome is an answer. If the answer is Yes, it includes the values of the unknowns.
type outcome struct {
	answer Answer
	values []C.uint64_t
	// limit is the bound on the steps with which the answer was computed. taken is the number of steps that it took.
	limit uint32
	taken int
}

// bounded is a question with the bound on its steps, as the key of a cache.
type bounded struct {
	question digest
	steps    uint32
}

// questionOf builds the question about the conjuncts. list holds all their terms. leaf reports whether a term is an
// unknown of the question. fixed holds the terms that are replaced by constants.
func questionOf(list, conjuncts []*term.Term, leaf func(*term.Term) bool, fixed term.Model) question {
	var index term.Memo[C.int32_t]
	q := question{make([]C.node, len(list)), []C.int32_t{0}, []C.uint64_t{0}}
	for i, x := range list {
		index.Put(x, C.int32_t(i))
		n := C.node{op: C.int32_t(x.Op), bits: C.int32_t(x.Bits), first: C.int32_t(len(q.args)),
			k: C.uint64_t(x.K), lo: C.uint64_t(x.Lo), hi: C.uint64_t(x.Hi)}
		if at, isFixed := fixed[x]; isFixed {
			n.op, n.k = C.int32_t(term.Const), C.uint64_t(at)
		} else if leaf(x) {
			n.op = C.int32_t(term.Var)
		} else {
			n.count = C.int32_t(len(x.Args))
			for j, a := range x.Args {
				place, _ := index.Get(a)
				q.args = append(q.args, place)
				coef := C.uint64_t(1)
				if x.Coefs != nil {
					coef = C.uint64_t(x.Coefs[j])
				}
				q.coefs = append(q.coefs, coef)
			}
		}
		q.nodes[i] = n
	}
	if len(conjuncts) == 1 { // with one conjunct, the conjunction is that term, the last of the list
		return q
	}
	all := C.node{op: C.int32_t(term.And), first: C.int32_t(len(q.args)), count: C.int32_t(len(conjuncts)), hi: 1}
	for _, conjunct := range conjuncts {
		place, _ := index.Get(conjunct)
		q.args, q.coefs = append(q.args, place), append(q.coefs, 1)
	}
	q.nodes = append(q.nodes, all)
	return q
}

// solve decides a question within a number of steps. taken is the number of steps to count: 0 if the question was
// already asked after the last Begin. A Yes or No from an earlier question holds for any number of steps. An undecided
// answer holds only for at most as many steps as were tried.
func (s *Session) solve(q question, steps uint32) (o outcome, taken int) {
	d := q.digest()
	if o, known := s.known[d]; known && (o.answer != Undecided || o.limit >= steps) {
		return o, 0
	}
	o, isAnswered := s.answered[bounded{d, steps}]
	if !isAnswered {
		o = solveAnew(q, steps)
		s.answered[bounded{d, steps}] = o
	}
	s.known[d] = o
	return o, o.taken
}

// solveAnew asks Z3, without the caches.
func solveAnew(q question, steps uint32) outcome {
	if err := Load(); err != nil {
		panic(err) // whoever asks a question has loaded Z3 before
	}
	values := make([]C.uint64_t, len(q.nodes))
	var taken C.uint64_t
	r := C.solve(unsafe.SliceData(q.nodes), C.int(len(q.nodes)), unsafe.SliceData(q.args),
		unsafe.SliceData(q.coefs), C.uint(steps), unsafe.SliceData(values), &taken)
	o := outcome{answer: Answer(r), limit: steps, taken: int(taken)}
	if o.answer == Yes {
		o.values = values
	}
	return o
}

// digest is a hash of a question's text, under which its answer is cached.
type digest [sha256.Size]byte

func (q question) digest() (d digest) {
	h := sha256.New()
	for _, n := range []int{len(q.nodes), len(q.args)} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
	}
	h.Write(bytesOf(q.nodes))
	h.Write(bytesOf(q.args))
	h.Write(bytesOf(q.coefs))
	h.Sum(d[:0])
	return d
}

// bytesOf returns the bytes of the values as they lie in memory. The type T must have no padding.
func bytesOf[T any](values []T) []byte {
	var v T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(v)))
}
