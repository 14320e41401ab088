//go:build !llvm16 && !llvm17 && !llvm18 && !llvm19

package clang

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-15/include
#cgo CFLAGS: -I/usr/lib/llvm-15/include
#cgo LDFLAGS: -Wl,-rpath,/usr/lib/llvm-15/lib
*/
import "C"
