//go:build llvm18

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-18/include
#cgo CFLAGS: -I/usr/lib/llvm-18/include
#cgo LDFLAGS: -Wl,-rpath,/usr/lib/llvm-18/lib
*/
import "C"
