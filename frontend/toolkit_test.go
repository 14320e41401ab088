package frontend

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

func TestAlignasAfterShared(t *testing.T) {
	unit := mustBeClean(t, `
struct float4 { float x, y, z, w; };
typedef unsigned long uint64_t;
namespace n { __device__ alignas(16) float4 global; }
extern __shared__ alignas(1024) unsigned char memory[];
template <class T> __global__ void k(int *d) {
  __shared__ alignas(8) uint64_t bar;
  __shared__ alignas(16) T tile[32];
  *d = sizeof(tile);
}
template __global__ void k<float4>(int *);`)
	assigns := collect(find(t, unit, "k<float4>").Body, ast.Assign)
	if len(assigns) != 1 {
		t.Fatalf("%d assignments", len(assigns))
	}
	value := assigns[0].Children[1]
	for value.Kind == ast.Cast && !value.Known {
		value = value.Children[0]
	}
	if value.Value != 32*16 {
		t.Errorf("the tile's size is %d", value.Value)
	}
}

func TestTypesWithoutLinkageNeedNoDefinition(t *testing.T) {
	mustBeClean(t, `
template <class F> int everywhere(F f);
namespace { struct Less { __attribute__((host, device)) bool operator()(int a) const { return a < 0; } }; }
int main() { return everywhere(Less()); }`)
}

func TestFetchesAreUnknownCalls(t *testing.T) {
	unit := mustBeClean(t, textureHandler+`
__global__ void k(int *d) { __nv_tex_surf_handler("read", d, 1, 2.0f); }`)
	for n := range find(t, unit, "k").Nodes() {
		if n.Kind == ast.Call && n.Func != nil && n.Func.Name == "__nv_tex_surf_handler" {
			return
		}
	}
	t.Error("no call")
}

func TestWithoutDestructor(t *testing.T) {
	const before, after = "struct barrier {\n  ", "\n  int next;\n};\n"
	got := withoutDestructor(before + "~barrier()\n  {\n    if (x) { f(); }\n  }" + after)
	if want := before + "~barrier() = default;\n\n\n" + after; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := withoutDestructor(before + after); got != before+after {
		t.Errorf("without a destructor: %q", got)
	}
}

func TestFilesForAToolkit(t *testing.T) {
	toolkit := t.TempDir()
	header := filepath.Join(toolkit, "include", barrierHeaders[0])
	if err := os.MkdirAll(filepath.Dir(header), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(header, []byte("~barrier() { f(); }"), 0o644); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range virtualFiles(Options{CUDAPath: toolkit}) {
		texts[file.Name] = file.Text
	}
	if texts[header] != "~barrier() = default;" {
		t.Errorf("the barrier's header is %q", texts[header])
	}
	if _, dropped := texts[filepath.Join(toolkit, "include", droppedHeaders[0])]; !dropped {
		t.Error("a dropped header is not filled in")
	}
	if texts[textureHandlerName] != textureHandler || texts[toolkitPreludeName] != toolkitPrelude {
		t.Error("no prelude, or no texture handler")
	}
}

// With a toolkit, only the stand-ins of other libraries are found, and they are searched last.
func TestStandInsBesideAToolkit(t *testing.T) {
	args := arguments(Options{CUDAPath: "/cuda", Headers: "/stands", Arch: 75})
	at := slices.Index(args, "/stands/beside")
	if at < 0 || args[at-1] != "-idirafter" {
		t.Errorf("no stand-ins in %q", args)
	}
	if strings.Contains(strings.Join(args, " ")+" ", "/stands ") {
		t.Errorf("the stand-ins of the toolkit's own headers are in %q", args)
	}
}
