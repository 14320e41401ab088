//go:build llvm16

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-16/include
#cgo CFLAGS: -I/usr/lib/llvm-16/include
#cgo LDFLAGS: -Wl,-rpath,/usr/lib/llvm-16/lib
*/
import "C"
