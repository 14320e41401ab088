// Package arch decides for which further architectures a unit is read.
//
// Where nobody says for which architecture a unit is compiled, it is read for the default one,
// and where tests on the architecture leave collectives or instructions of asynchronous engines out of it, for further ones that have
// them:
//
//	#if __CUDA_ARCH__ >= 800                read for sm_80
//	#ifdef __CUDA_ARCH_FEAT_SM90_ALL        read for sm_90a
//	#ifdef MMA_AVAILABLE                    where that is defined under a test on the architecture
//
// The parser has the last word on what an architecture compiles. This package says which architectures
// are worth a parse:
//
//	Unit.LeftOut   what of these a test on the architecture leaves out of the unit
//	Text.MayBring  could this architecture compile one, though those before did not?
//	Unit.Still     those that the unit read for another architecture leaves out, too
//	Unit.Refused   the error that says the unit is for another architecture (#error, static_assert)
//	Unit.Accepted  one that the text accepts
//
// Conditions are evaluated with three answers (condition.go): no, yes, and maybe for what this package
// does not understand. A maybe costs a parse and never loses a collective.
//
// The package knows directives (package preprocess), and the texts that the accounting found left out
// (package account). It does not parse and does not analyse: that is done by who asks.
package arch

import (
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/warp"
)

// Sources returns the texts that a unit is read from.
type Sources interface {
	// TextOf returns the text of a file of the user. TextOfAny also returns that of a stand-in header.
	TextOf(file string) string
	TextOfAny(file string) string
	// MayDefine reports whether the command line may define a macro.
	MayDefine(name string) bool
}

// Unit is a unit that was read, with what its parse kept and left out.
type Unit struct {
	Sources
	Read *result.Unit
	// Path is the file, Arch the architecture that it was read for.
	Path string
	Arch warp.Arch
}
