// Command warpbench makes warpcheck's labelled kernels a suite that any tool can be scored on, and scores tools:
//
//	make suite                                      writes bench/suite
//	warpcheck --potential --format json bench/suite > result.json
//	go run ./internal/warpbench score result.json   prints the table
//
// The suite has a folder for each kernel of testdata/kernels: kernel.cu with the kernel, what it uses and what launches it,
// and task.yml with its labels, in the form of SV-COMP's task definitions, whose properties are the groups of rules. No
// comment in kernel.cu says what is wrong.
//
//	text of a file  ->  parts (parts.go)  ->  those that one kernel needs (slice.go)  ->  task and labels (task.go, faults.go)
//
// Left out are kernels that other kernels cannot be parted from, kernels with a label that says that something is not known,
// kernels with a label in a function that other kernels use as well, kernels without anything that threads share,
// rules that need a configuration, and faulty kernels of a file that break the same rules as an earlier one.
//
// bench/observe runs the suite on a GPU, alone and under compute-sanitizer. What it saw is in bench/observed.tsv. A line
// counts as long as the digest of its kernel is the one that was observed.
package main
