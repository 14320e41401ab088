//go:build llvm16

package clang

// The archives of clang 16 that a parse needs, the archives of LLVM that these use, and the libraries that LLVM uses.
// Each precedes those that it uses.

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-16/include
#cgo LDFLAGS: -L/usr/lib/llvm-16/lib
#cgo LDFLAGS: -lclangFrontend -lclangDriver -lclangSerialization -lclangParse -lclangSema
#cgo LDFLAGS: -lclangAnalysis -lclangEdit -lclangIndex -lclangASTMatchers -lclangAST -lclangLex
#cgo LDFLAGS: -lclangBasic -lclangSupport
#cgo LDFLAGS: -lLLVMWindowsDriver -lLLVMOption -lLLVMFrontendOpenMP -lLLVMScalarOpts
#cgo LDFLAGS: -lLLVMInstCombine -lLLVMAggressiveInstCombine -lLLVMTransformUtils -lLLVMAnalysis
#cgo LDFLAGS: -lLLVMProfileData -lLLVMSymbolize -lLLVMDebugInfoPDB -lLLVMDebugInfoMSF
#cgo LDFLAGS: -lLLVMDebugInfoDWARF -lLLVMObject -lLLVMTextAPI -lLLVMMCParser -lLLVMIRReader
#cgo LDFLAGS: -lLLVMAsmParser -lLLVMMC -lLLVMDebugInfoCodeView -lLLVMBitReader -lLLVMCore
#cgo LDFLAGS: -lLLVMRemarks -lLLVMBitstreamReader -lLLVMBinaryFormat -lLLVMTargetParser
#cgo LDFLAGS: -lLLVMSupport -lLLVMDemangle
#cgo LDFLAGS: -l:libz.a -l:libzstd.a -l:libtinfo.a -lrt -ldl -lm -static-libstdc++ -static-libgcc
*/
import "C"
