//go:build llvm19

package frontend

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-19/include
#cgo CFLAGS: -I/usr/lib/llvm-19/include
#cgo LDFLAGS: -L/usr/lib/llvm-19/lib -Wl,-rpath,/usr/lib/llvm-19/lib -lclang
*/
import "C"
