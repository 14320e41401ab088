//go:build llvm18

package clang

// The archives of clang 18 that a parse needs, the archives of LLVM that these use, and the libraries that LLVM uses.
// Each precedes those that it uses.

/*
#cgo CXXFLAGS: -I/usr/lib/llvm-18/include
#cgo LDFLAGS: -L/usr/lib/llvm-18/lib
#cgo LDFLAGS: -lclangFrontend -lclangDriver -lclangSerialization -lclangParse -lclangSema
#cgo LDFLAGS: -lclangAPINotes -lclangAnalysis -lclangEdit -lclangIndex -lclangASTMatchers -lclangAST
#cgo LDFLAGS: -lclangLex -lclangBasic -lclangSupport
#cgo LDFLAGS: -lLLVMWindowsDriver -lLLVMOption -lLLVMFrontendOpenMP -lLLVMFrontendOffloading
#cgo LDFLAGS: -lLLVMScalarOpts -lLLVMInstCombine -lLLVMAggressiveInstCombine -lLLVMTransformUtils
#cgo LDFLAGS: -lLLVMAnalysis -lLLVMProfileData -lLLVMSymbolize -lLLVMDebugInfoBTF -lLLVMDebugInfoPDB
#cgo LDFLAGS: -lLLVMDebugInfoMSF -lLLVMDebugInfoDWARF -lLLVMObject -lLLVMTextAPI -lLLVMMCParser
#cgo LDFLAGS: -lLLVMIRReader -lLLVMAsmParser -lLLVMMC -lLLVMDebugInfoCodeView -lLLVMBitReader
#cgo LDFLAGS: -lLLVMCore -lLLVMRemarks -lLLVMBitstreamReader -lLLVMBinaryFormat -lLLVMTargetParser
#cgo LDFLAGS: -lLLVMSupport -lLLVMDemangle
#cgo LDFLAGS: -l:libz.a -l:libzstd.a -l:libtinfo.a -lrt -ldl -lm -static-libstdc++ -static-libgcc
*/
import "C"
