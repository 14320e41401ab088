// Package arch decides for which further architectures a unit is read.
//
// If the user names no architecture, a unit is read for the default one. Tests on the architecture may leave
// collectives or instructions of asynchronous engines out of that reading. If they do, the unit is also read for
// further architectures:
//
//	#if __CUDA_ARCH__ >= 800                read for sm_80
//	#ifdef __CUDA_ARCH_FEAT_SM90_ALL        read for sm_90a
//	#ifdef MMA_AVAILABLE                    if that is defined under a test on the architecture
//
// Only a parse shows for certain what an architecture compiles. This package decides which architectures are worth a
// parse:
//
//	Unit.LeftOut   the collectives and instructions that such tests leave out of the unit
//	Text.MayBring  could this architecture compile one of them, though the earlier ones did not?
//	Unit.Still     those that the reading for another architecture leaves out, too
//	Unit.Refused   the error that states that the unit is for another architecture (#error, static_assert)
//	Unit.Accepted  an architecture that the text accepts
//
// Conditions have three values (condition.go): no, yes, and maybe for what this package does not understand. A maybe
// costs a parse, and never loses a collective.
//
// The package uses directives (package preprocess), and the texts that the accounting found left out (package account).
// Parsing and analysing are up to the caller.
package arch

import (
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/warp"
)

// Sources returns the texts that a unit may read.
type Sources interface {
	// TextOf returns the text of a user's file. TextOfAny also returns the text of a stand-in header.
	TextOf(file string) string
	TextOfAny(file string) string
	// MayDefine reports whether the command line may define a macro.
	MayDefine(name string) bool
}

// Unit is a unit that was read, with what the reading kept and left out.
type Unit struct {
	Sources
	Read *result.Unit
	// Path is the file of the unit. Arch is the architecture for which it was read.
	Path string
	Arch warp.Arch
}
