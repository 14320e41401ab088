// Command warpbench makes a suite from warpcheck's labelled kernels, with which any tool can be scored, and computes the
// scores:
//
//	make suite                                      writes bench/suite
//	warpcheck --potential --format json bench/suite > result.json
//	go run ./internal/warpbench score result.json   prints the table
//
// The suite has a folder for each kernel of testdata/kernels that it does not leave out. The file kernel.cu has the
// kernel, the declarations that it uses and the functions that launch it. No comment in this file says what is wrong.
// The file task.yml has the labels, in the form of SV-COMP's task definitions. The properties in task.yml stand for the
// groups of rules.
//
//	text of a file  ->  parts (parts.go)  ->  those that one kernel needs (slice.go)  ->  task and labels (task.go, faults.go)
//
// The suite leaves out:
//
//   - kernels that cannot be separated from other kernels;
//   - kernels with a label for a question that is not decided, or for a finding that no run confirms;
//   - kernels with a label in a function that other kernels use as well;
//   - kernels in which threads share nothing;
//   - rules that need a configuration;
//   - faulty kernels with the same faults (rules, and when they are broken) as an earlier kernel of their file.
//
// bench/observe runs the suite on a GPU, alone and under compute-sanitizer, and its results are in bench/observed.tsv.
// bench/others runs another static tool on it, and its answers are in bench/others.tsv. A line in either is valid as long
// as the digest of the kernel is the same.
package main
