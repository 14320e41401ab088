//go:build llvm19

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-19/include
#cgo LDFLAGS: -L/usr/lib/llvm-19/lib
*/
import "C"
