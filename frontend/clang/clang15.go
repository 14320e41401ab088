//go:build !llvm16 && !llvm17 && !llvm18 && !llvm19

package clang

// The archives of clang 15 that a parse needs, the archives of LLVM that these use, and the libraries that LLVM uses.
// Each precedes those that it uses.

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-15/include
#cgo LDFLAGS: -L/usr/lib/llvm-15/lib
#cgo LDFLAGS: -lclangFrontend -lclangDriver -lclangSerialization -lclangParse -lclangSema
#cgo LDFLAGS: -lclangAnalysis -lclangEdit -lclangIndex -lclangASTMatchers -lclangAST -lclangLex
#cgo LDFLAGS: -lclangBasic -lclangSupport
#cgo LDFLAGS: -lLLVMWindowsDriver -lLLVMOption -lLLVMFrontendOpenMP -lLLVMScalarOpts
#cgo LDFLAGS: -lLLVMInstCombine -lLLVMAggressiveInstCombine -lLLVMTransformUtils -lLLVMAnalysis
#cgo LDFLAGS: -lLLVMProfileData -lLLVMSymbolize -lLLVMDebugInfoPDB -lLLVMDebugInfoMSF
#cgo LDFLAGS: -lLLVMDebugInfoDWARF -lLLVMObject -lLLVMTextAPI -lLLVMMCParser -lLLVMMC
#cgo LDFLAGS: -lLLVMDebugInfoCodeView -lLLVMBitReader -lLLVMCore -lLLVMRemarks -lLLVMBitstreamReader
#cgo LDFLAGS: -lLLVMBinaryFormat -lLLVMSupport -lLLVMDemangle
#cgo LDFLAGS: -l:libz.a -l:libtinfo.a -lrt -ldl -lm -static-libstdc++ -static-libgcc
*/
import "C"
