package ptx

// The chapters of the PTX ISA that describe the instructions of the family.
const (
	moving    = "Data Movement and Conversion Instructions: "
	together  = "Parallel Synchronization and Communication Instructions: "
	product   = "Asynchronous Multiply-and-Accumulate Instruction: "
	fifth     = "Tensorcore 5th Generation Instructions: "
	registers = "Miscellaneous Instructions: "
	stored    = "Warp-level Matrix Store Instruction: "
)

// asynchronous has one row for each instruction, by the sections of the PTX ISA.
var asynchronous = []Asynchronous{
	{"cp.async", moving + "cp.async", OneThread, Copies, GenericProxy, true},
	{"cp.async.commit_group", moving + "cp.async.commit_group", OneThread, Commits, NoProxy, true},
	{"cp.async.wait_group", moving + "cp.async.wait_group, cp.async.wait_all", OneThread, AwaitsGroup, NoProxy, true},
	{"cp.async.wait_all", moving + "cp.async.wait_group, cp.async.wait_all", OneThread, AwaitsGroup, NoProxy, true},
	{"cp.async.mbarrier.arrive", together + "cp.async.mbarrier.arrive", OneThread, Arrives, NoProxy, false},
	{"cp.async.bulk", moving + "cp.async.bulk", OneThread, Copies, AsyncProxy, false},
	{"cp.reduce.async.bulk", moving + "cp.reduce.async.bulk", OneThread, Reduces, AsyncProxy, false},
	{"cp.async.bulk.prefetch", moving + "cp.async.bulk.prefetch", OneThread, Prefetches, NoProxy, true},
	{"cp.async.bulk.tensor", moving + "cp.async.bulk.tensor", OneThread, Copies, AsyncProxy, false},
	{"cp.reduce.async.bulk.tensor", moving + "cp.reduce.async.bulk.tensor", OneThread, Reduces, AsyncProxy, false},
	{"cp.async.bulk.prefetch.tensor", moving + "cp.async.bulk.prefetch.tensor", OneThread, Prefetches, NoProxy, true},
	{"cp.async.bulk.commit_group", moving + "cp.async.bulk.commit_group", OneThread, Commits, NoProxy, false},
	{"cp.async.bulk.wait_group", moving + "cp.async.bulk.wait_group", OneThread, AwaitsGroup, NoProxy, false},
	{"multimem.cp.async.bulk", moving + "multimem.cp.async.bulk", OneThread, Copies, AsyncProxy, false},
	{"multimem.cp.reduce.async.bulk", moving + "multimem.cp.reduce.async.bulk", OneThread, Reduces, AsyncProxy, false},
	{"multimem.ld_reduce", moving + "multimem.ld_reduce, multimem.st, multimem.red", OneThread, Loads, GenericProxy, false},
	{"multimem.st", moving + "multimem.ld_reduce, multimem.st, multimem.red", OneThread, Stores, GenericProxy, false},
	{"multimem.red", moving + "multimem.ld_reduce, multimem.st, multimem.red", OneThread, Reduces, GenericProxy, false},
	{"st.async", moving + "st.async", OneThread, Stores, AsyncProxy, false},
	{"st.bulk", moving + "st.bulk", OneThread, Stores, GenericProxy, false},
	{"tensormap.replace", moving + "tensormap.replace", OneThread, ChangesTensorMap, GenericProxy, false},
	{"tensormap.cp_fenceproxy", together + "tensormap.cp_fenceproxy", WholeWarp, ChangesTensorMap, TensorMapProxy, false},
	{"mapa", moving + "mapa", OneThread, MapsAddress, NoProxy, true},
	{"getctarank", moving + "getctarank", OneThread, MapsAddress, NoProxy, true},
	{"red.async", together + "red.async", OneThread, Reduces, AsyncProxy, false},
	{"stmatrix", stored + "stmatrix", WholeWarp, Stores, GenericProxy, true},

	{"mbarrier.init", together + "mbarrier.init", OneThread, InitialisesBarrier, NoProxy, false},
	{"mbarrier.inval", together + "mbarrier.inval", OneThread, EndsBarrier, NoProxy, false},
	{"mbarrier.expect_tx", together + "mbarrier.expect_tx", OneThread, ExpectsBytes, NoProxy, false},
	{"mbarrier.complete_tx", together + "mbarrier.complete_tx", OneThread, CompletesBytes, NoProxy, false},
	{"mbarrier.arrive", together + "mbarrier.arrive", OneThread, Arrives, NoProxy, false},
	{"mbarrier.arrive_drop", together + "mbarrier.arrive_drop", OneThread, Arrives, NoProxy, false},
	{"mbarrier.test_wait", together + "mbarrier.test_wait, mbarrier.try_wait", OneThread, AwaitsPhase, NoProxy, false},
	{"mbarrier.try_wait", together + "mbarrier.test_wait, mbarrier.try_wait", OneThread, AwaitsPhase, NoProxy, false},
	{"mbarrier.pending_count", together + "mbarrier.pending_count", OneThread, ReadsPhase, NoProxy, false},

	{"membar.proxy", together + "membar, fence", OneThread, FencesProxies, NoProxy, false},
	{"fence.proxy", together + "membar, fence", OneThread, FencesProxies, NoProxy, false},
	{"fence.mbarrier_init", together + "membar, fence", OneThread, FencesProxies, NoProxy, false},
	{"barrier.cluster.arrive", together + "barrier.cluster", WholeCluster, ArrivesAtCluster, NoProxy, true},
	{"barrier.cluster.wait", together + "barrier.cluster", WholeCluster, AwaitsCluster, NoProxy, true},
	{"elect.sync", together + "elect.sync", WholeWarp, Elects, NoProxy, true},
	{"griddepcontrol.wait", together + "griddepcontrol", OneThread, AwaitsGrid, NoProxy, true},
	{"griddepcontrol.launch_dependents", together + "griddepcontrol", OneThread, ReleasesGrid, NoProxy, true},
	{"clusterlaunchcontrol.try_cancel", together + "clusterlaunchcontrol.try_cancel", OneThread, CancelsLaunch, AsyncProxy, false},
	{"clusterlaunchcontrol.query_cancel", together + "clusterlaunchcontrol.query_cancel", OneThread, CancelsLaunch, NoProxy, false},

	{"wgmma.mma_async", product + "wgmma.mma_async", Warpgroup, Multiplies, AsyncProxy, false},
	{"wgmma.mma_async.sp", product + "wgmma.mma_async.sp", Warpgroup, Multiplies, AsyncProxy, false},
	{"wgmma.fence", product + "wgmma.fence", Warpgroup, FencesRegisters, NoProxy, true},
	{"wgmma.commit_group", product + "wgmma.commit_group", Warpgroup, Commits, NoProxy, true},
	{"wgmma.wait_group", product + "wgmma.wait_group", Warpgroup, AwaitsGroup, NoProxy, true},
	{"setmaxnreg", registers + "setmaxnreg", Warpgroup, TakesRegisters, NoProxy, true},

	{"tcgen05.alloc", fifth + "tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit", WholeWarp, Allocates, NoProxy, false},
	{"tcgen05.dealloc", fifth + "tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit", WholeWarp, Allocates, NoProxy, false},
	{"tcgen05.relinquish_alloc_permit", fifth + "tcgen05.alloc, tcgen05.dealloc, tcgen05.relinquish_alloc_permit", WholeWarp, Allocates, NoProxy, false},
	{"tcgen05.ld", fifth + "tcgen05.ld", WholeWarp, Loads, NoProxy, false},
	{"tcgen05.st", fifth + "tcgen05.st", WholeWarp, Stores, NoProxy, false},
	{"tcgen05.wait::ld", fifth + "tcgen05.wait", WholeWarp, AwaitsGroup, NoProxy, false},
	{"tcgen05.wait::st", fifth + "tcgen05.wait", WholeWarp, AwaitsGroup, NoProxy, false},
	{"tcgen05.cp", fifth + "tcgen05.cp", OneThread, Copies, AsyncProxy, false},
	{"tcgen05.shift", fifth + "tcgen05.shift", OneThread, Shifts, AsyncProxy, false},
	{"tcgen05.mma", fifth + "tcgen05.mma", OneThread, Multiplies, AsyncProxy, false},
	{"tcgen05.mma.sp", fifth + "tcgen05.mma.sp", OneThread, Multiplies, AsyncProxy, false},
	{"tcgen05.mma.ws", fifth + "tcgen05.mma.ws", OneThread, Multiplies, AsyncProxy, false},
	{"tcgen05.mma.ws.sp", fifth + "tcgen05.mma.ws.sp", OneThread, Multiplies, AsyncProxy, false},
	{"tcgen05.fence::before_thread_sync", fifth + "tcgen05.fence", OneThread, FencesOrder, NoProxy, false},
	{"tcgen05.fence::after_thread_sync", fifth + "tcgen05.fence", OneThread, FencesOrder, NoProxy, false},
	{"tcgen05.commit", fifth + "tcgen05.commit", OneThread, Commits, NoProxy, false},
}
