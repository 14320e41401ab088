package ptx

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Each instruction that a section of the PTX ISA describes has a row, and each row is of such a section.
func TestAsynchronousInstructionsOfThePTXISA(t *testing.T) {
	text, err := os.ReadFile("testdata/sections.txt")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		chapter, names, is := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.HasPrefix(line, "#") || !is {
			continue
		}
		for name := range strings.SplitSeq(names, ", ") {
			described[name] = true
			a := AsynchronousOf(strings.Split(name, "."))
			if a == nil || a.Name != name {
				t.Errorf("%s has no row", name)
			} else if !strings.HasPrefix(a.Section, chapter+": ") {
				t.Errorf("%s is in %q, want %q", name, a.Section, chapter)
			}
		}
	}
	for _, name := range AsynchronousNames() {
		if !described[name] {
			t.Errorf("%s is in no section", name)
		}
	}
}

func TestAsynchronousOfOpcodes(t *testing.T) {
	for opcode, want := range map[string]string{
		"cp.async.cg.shared.global": "cp.async",
		"cp.async.wait_group":       "cp.async.wait_group",
		"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes": "cp.async.bulk.tensor",
		"cp.async.bulk.prefetch.tensor.2d.L2.global.tile":                                  "cp.async.bulk.prefetch.tensor",
		"cp.async.bulk.wait_group.read":                                                    "cp.async.bulk.wait_group",
		"cp.async.mbarrier.arrive.noinc.shared.b64":                                        "cp.async.mbarrier.arrive",
		"mbarrier.try_wait.parity.shared::cta.b64":                                         "mbarrier.try_wait",
		"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16":                                "wgmma.mma_async",
		"tcgen05.mma.ws.cta_group::1.kind::f16":                                            "tcgen05.mma.ws",
		"fence.proxy.async.shared::cta":                                                    "fence.proxy",
		"fence.acq_rel.cta":                                                                "",
		"st.global.f32":                                                                    "",
		"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32":                                "",
	} {
		got := ""
		if a := AsynchronousOf(strings.Split(opcode, ".")); a != nil {
			got = a.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", opcode, got, want)
		}
	}
}

func TestAsynchronousFunctions(t *testing.T) {
	for name, want := range map[string]string{
		"cp_async_bulk_shared_to_global":           "cp.async.bulk",
		"cp_async_bulk_tensor_2d_shared_to_global": "cp.async.bulk.tensor",
		"tcgen05_wait_ld":                          "tcgen05.wait::ld",
		"tcgen05_mma_ws_tmem_a_collector_b0_fill":  "tcgen05.mma.ws",
		"fence_proxy_async_shared_cta":             "fence.proxy",
		"mbarrier_arrive_expect_tx":                "mbarrier.arrive",
		"memcpy_async_tx":                          "cp.async.bulk",
		"pipeline_wait_prior":                      "cp.async.wait_group",
		"cudaGridDependencySynchronize":            "griddepcontrol.wait",
		"shfl_sync_up":                             "",
		"fence":                                    "",
	} {
		got := ""
		if a := AsynchronousFunction(name); a != nil {
			got = a.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What an instruction that is not modelled does is said in words.
func TestEffectsInWords(t *testing.T) {
	for _, name := range AsynchronousNames() {
		if a := asynchronousByName()[name]; strings.TrimSpace(actionWords[a.Does]) == "" || a.Section == "" {
			t.Errorf("%s: effect %q, section %q", name, a.Effect(), a.Section)
		}
	}
	if got := AsynchronousOf([]string{"cp", "async", "bulk", "tensor"}).Effect(); got != "copies bytes through the asynchronous proxy" {
		t.Error(got)
	}
}

func TestAccessesOfGlobalMemory(t *testing.T) {
	for opcode, want := range map[string]bool{
		"cp.async.ca.shared.global":                       true,
		"cp.async.bulk.shared::cluster.shared::cta":       false,
		"cp.async.bulk.tensor.2d.global.shared::cta.tile": true,
		"cp.async.bulk.prefetch.L2.global":                false,
		"st.async.shared::cluster.b32":                    false,
		"mbarrier.init.shared.b64":                        false,
	} {
		parts := strings.Split(opcode, ".")
		if got := AsynchronousOf(parts).AccessesGlobal(parts); got != want {
			t.Errorf("%s: %t", opcode, got)
		}
	}
	if slices.Contains(AsynchronousNames(), "") {
		t.Error("a row without a name")
	}
}
