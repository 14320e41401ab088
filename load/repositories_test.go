package load

import (
	"path"
	"strings"
	"testing"
)

func TestRepositoryOf(t *testing.T) {
	for header, want := range map[string]string{
		"rmm/device_uvector.hpp":     "github.com/rapidsai/rmm",
		"cute/tensor.hpp":            "github.com/NVIDIA/cutlass",
		"torch/csrc/stable/tensor.h": "github.com/pytorch/pytorch",
		"my/rmm/device_uvector.hpp":  "",
		"rmm.h":                      "",
		"mpi.h":                      "github.com/open-mpi/ompi",
	} {
		if got, known := RepositoryOf(header); got.Name != want || known != (want != "") {
			t.Errorf("%s is of %q, want %q", header, got.Name, want)
		}
	}
}

// Each row is an address that can be cloned, and a folder within it.
func TestRepositories(t *testing.T) {
	for prefix, r := range repositories {
		if strings.Count(r.Name, "/") != 2 || path.IsAbs(r.Folder) || path.Clean("/"+r.Folder) != path.Join("/", r.Folder) {
			t.Errorf("%s: %+v", prefix, r)
		}
	}
}
