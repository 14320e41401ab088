//go:build llvm18

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-18/include
#cgo LDFLAGS: -L/usr/lib/llvm-18/lib
*/
import "C"
