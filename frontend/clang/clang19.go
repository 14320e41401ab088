//go:build llvm19

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-19/include
#cgo CFLAGS: -I/usr/lib/llvm-19/include
#cgo LDFLAGS: -Wl,-rpath,/usr/lib/llvm-19/lib
*/
import "C"
