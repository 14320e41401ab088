//go:build llvm17

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-17/include
#cgo LDFLAGS: -L/usr/lib/llvm-17/lib
*/
import "C"
