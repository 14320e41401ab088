package ptx

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Asynchronous is an instruction of PTX's asynchronous family: a copy or a product that continues after the instruction
// has been executed, an instruction that commits, signals or awaits these, or a wait of clusters or dependent grids.
type Asynchronous struct {
	// Name is the beginning of the opcode. If several names match an opcode, the longest one counts.
	Name string
	// Section is the section of the PTX ISA, without its number.
	Section string
	// By states which threads must execute the instruction together.
	By Executor
	// Does states what the engine does. Proxy is the proxy by which the instruction accesses memory.
	Does  Action
	Proxy Proxy
	// Modelled reports whether the engines know all of its effects on memory and on the threads that wait. Other
	// instructions are listed as not modelled.
	Modelled bool
}

// Executor states which threads execute an instruction together.
type Executor int

// The executors.
const (
	OneThread    Executor = iota // each thread for itself
	WholeWarp                    // all threads of a warp
	Warpgroup                    // all threads of four contiguous warps
	WholeCluster                 // all threads of the blocks of a cluster
)

// Proxy is the path by which an instruction accesses memory. Only a proxy fence orders accesses through different
// proxies.
type Proxy int

// The proxies.
const (
	NoProxy Proxy = iota
	GenericProxy
	AsyncProxy
	TensorMapProxy
)

// Action is the kind of operation of an instruction.
type Action int

// The actions.
const (
	Copies Action = iota
	Reduces
	Stores
	Loads
	Prefetches
	Multiplies
	Shifts
	Commits
	AwaitsGroup
	InitialisesBarrier
	EndsBarrier
	ExpectsBytes
	CompletesBytes
	Arrives
	AwaitsPhase
	ReadsPhase
	FencesProxies
	FencesRegisters
	FencesOrder
	TakesRegisters
	Allocates
	AwaitsGrid
	ReleasesGrid
	ArrivesAtCluster
	AwaitsCluster
	Elects
	MapsAddress
	ChangesTensorMap
	CancelsLaunch
)

// actionWords holds the verb phrases of the actions: they complete the sentence "the instruction ...".
var actionWords = [...]string{
	Copies: "copies bytes", Reduces: "reduces bytes into memory", Stores: "stores", Loads: "loads", Prefetches: "prefetches",
	Multiplies: "multiplies matrices", Shifts: "shifts rows of tensor memory", Commits: "commits what was begun",
	AwaitsGroup: "waits for committed groups", InitialisesBarrier: "initialises an mbarrier", EndsBarrier: "ends an mbarrier",
	ExpectsBytes: "expects bytes in a phase of an mbarrier", CompletesBytes: "completes bytes of a phase of an mbarrier",
	Arrives: "arrives at an mbarrier", AwaitsPhase: "waits for a phase of an mbarrier", ReadsPhase: "reads the state of an mbarrier",
	FencesProxies: "orders accesses of two proxies", FencesRegisters: "orders registers before a product", FencesOrder: "orders tensor memory and synchronisation",
	TakesRegisters: "changes the number of registers", Allocates: "takes or gives back tensor memory",
	AwaitsGrid: "waits for the grids that this one depends on", ReleasesGrid: "lets dependent grids begin",
	ArrivesAtCluster: "arrives at the barrier of the cluster", AwaitsCluster: "waits at the barrier of the cluster", Elects: "elects a lane",
	MapsAddress: "maps an address of the cluster", ChangesTensorMap: "changes a tensor map", CancelsLaunch: "cancels the launch of a block",
}

// proxyWords holds the phrases about the proxies, which follow that of the action.
var proxyWords = [...]string{AsyncProxy: " through the asynchronous proxy", TensorMapProxy: " through the tensor map proxy"}

// Effect describes in words what the instruction does.
func (a *Asynchronous) Effect() string { return actionWords[a.Does] + proxyWords[a.Proxy] }

// asynchronousByName maps the name of an instruction in PTX to its row in the table asynchronous. For names in
// cuda::ptx, which have _ between the parts, see byFunctionName.
var asynchronousByName = sync.OnceValue(func() map[string]*Asynchronous {
	rows := map[string]*Asynchronous{}
	for i := range asynchronous {
		a := &asynchronous[i]
		rows[a.Name] = a
	}
	return rows
})

// AsynchronousNames returns the names of all rows.
func AsynchronousNames() []string { return slices.Sorted(maps.Keys(asynchronousByName())) }

// AsynchronousOf returns the row of an opcode, or nil if the opcode is of another family.
func AsynchronousOf(opcode []string) *Asynchronous {
	for n := len(opcode); n > 0; n-- {
		if a := asynchronousByName()[strings.Join(opcode[:n], ".")]; a != nil {
			return a
		}
	}
	return nil
}

// byFunctionName maps the names of C++ functions to rows.
var byFunctionName = sync.OnceValue(func() map[string]*Asynchronous {
	rows := map[string]*Asynchronous{}
	for name, a := range asynchronousByName() {
		rows[strings.NewReplacer(".", "_", "::", "_").Replace(name)] = a
	}
	for name, instruction := range otherNames {
		rows[name] = asynchronousByName()[instruction]
	}
	return rows
})

// otherNames maps the name of a CUDA function to its instruction, if the two names differ.
var otherNames = map[string]string{
	"memcpy_async_tx": "cp.async.bulk", "barrier_arrive_tx": "mbarrier.arrive", "barrier_expect_tx": "mbarrier.expect_tx",
	"cudaGridDependencySynchronize": "griddepcontrol.wait", "cudaTriggerProgrammaticLaunchCompletion": "griddepcontrol.launch_dependents",
	"memcpy_async": "cp.async", "pipeline_memcpy_async": "cp.async", "pipeline_commit": "cp.async.commit_group",
	"pipeline_wait_prior": "cp.async.wait_group",
}

// AsynchronousFunction returns the row of the instruction that a function of CUDA executes: a function of cuda::ptx or
// cuda::device, or a primitive. name is the function's name without its namespace and without leading underscores. It
// returns nil if there is no such instruction.
func AsynchronousFunction(name string) *Asynchronous {
	for ; name != ""; name = name[:max(strings.LastIndexByte(name, '_'), 0)] {
		if a := byFunctionName()[name]; a != nil {
			return a
		}
	}
	return nil
}

// AccessesGlobal reports whether the instruction with this opcode reads or writes global memory, now or later. One side
// of a tensor copy is always in global memory. A prefetch into a cache is no access.
func (a *Asynchronous) AccessesGlobal(opcode []string) bool {
	switch a.Does {
	case Copies, Reduces, Stores, Loads:
		return slices.Contains(opcode, "global") || slices.Contains(opcode, "tensor")
	case ChangesTensorMap:
		return slices.Contains(opcode, "global")
	}
	return false
}
