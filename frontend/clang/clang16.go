//go:build llvm16

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-16/include
#cgo LDFLAGS: -L/usr/lib/llvm-16/lib
*/
import "C"
