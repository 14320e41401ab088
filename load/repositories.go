package load

import "strings"

// Repository is a repository that has headers of another project.
type Repository struct {
	// Name is the address without its scheme. Folder is the folder in the repository that belongs on the include path,
	// "" for the repository itself.
	Name, Folder string
}

// repositories maps the beginning of a header's name to the repository of the header. It covers headers that CUDA
// projects include and that were often not found.
var repositories = map[string]Repository{
	"absl/":                 {"github.com/abseil/abseil-cpp", ""},
	"ATen/":                 {"github.com/pytorch/pytorch", "aten/src"},
	"args/args.hxx":         {"github.com/Taywee/args", ""},
	"benchmark/benchmark.h": {"github.com/google/benchmark", "include"},
	"boost/":                {"github.com/boostorg/boost", ""},
	"c10/":                  {"github.com/pytorch/pytorch", ""},
	"caffe2/":               {"github.com/pytorch/pytorch", ""},
	"catch2/":               {"github.com/catchorg/Catch2", "src"},
	"cereal/":               {"github.com/USCiLab/cereal", "include"},
	"ck/":                   {"github.com/ROCm/composable_kernel", "include"},
	"CLI/":                  {"github.com/CLIUtils/CLI11", "include"},
	"cuco/":                 {"github.com/NVIDIA/cuCollections", "include"},
	"cudf/":                 {"github.com/rapidsai/cudf", "cpp/include"},
	"cudf_test/":            {"github.com/rapidsai/cudf", "cpp/include"},
	"cudnn_frontend":        {"github.com/NVIDIA/cudnn-frontend", "include"},
	"cugraph/":              {"github.com/rapidsai/cugraph", "cpp/include"},
	"cuml/":                 {"github.com/rapidsai/cuml", "cpp/include"},
	"cumlprims_mg/":         {"github.com/rapidsai/cumlprims_mg", "include"},
	"cute/":                 {"github.com/NVIDIA/cutlass", "include"},
	"cutlass/":              {"github.com/NVIDIA/cutlass", "include"},
	"cuvs/":                 {"github.com/rapidsai/cuvs", "cpp/include"},
	"cxxopts":               {"github.com/jarro2783/cxxopts", "include"},
	"deepspeed/":            {"github.com/deepspeedai/DeepSpeed", "csrc/includes"},
	"dlpack/":               {"github.com/dmlc/dlpack", "include"},
	"dmlc/":                 {"github.com/dmlc/dmlc-core", "include"},
	"Eigen/":                {"gitlab.com/libeigen/eigen", ""},
	"flashinfer/":           {"github.com/flashinfer-ai/flashinfer", "include"},
	"gflags/":               {"github.com/gflags/gflags", "include"},
	"glm/":                  {"github.com/g-truc/glm", ""},
	"glog/":                 {"github.com/google/glog", "src"},
	"gmock/":                {"github.com/google/googletest", "googlemock/include"},
	"google/protobuf/":      {"github.com/protocolbuffers/protobuf", "src"},
	"gtest/":                {"github.com/google/googletest", "googletest/include"},
	"hdf5":                  {"github.com/HDFGroup/hdf5", "src"},
	"hip/":                  {"github.com/ROCm/HIP", "include"},
	"Kokkos_":               {"github.com/kokkos/kokkos", "core/src"},
	"kvikio/":               {"github.com/rapidsai/kvikio", "cpp/include"},
	"moderngpu/":            {"github.com/moderngpu/moderngpu", "src"},
	"mpi.h":                 {"github.com/open-mpi/ompi", "ompi/include"},
	"nlohmann/":             {"github.com/nlohmann/json", "include"},
	"nvbench/":              {"github.com/NVIDIA/nvbench", ""},
	"nvshmem":               {"github.com/NVIDIA/nvshmem", "src/include"},
	"opencv2/":              {"github.com/opencv/opencv", "include"},
	"raft/":                 {"github.com/rapidsai/raft", "cpp/include"},
	"raft_runtime/":         {"github.com/rapidsai/raft", "cpp/include"},
	"rapids_logger/":        {"github.com/rapidsai/rapids-logger", "include"},
	"rmm/":                  {"github.com/rapidsai/rmm", "cpp/include"},
	"spdlog/":               {"github.com/gabime/spdlog", "include"},
	"tbb/":                  {"github.com/uxlfoundation/oneTBB", "include"},
	"tiny-cuda-nn/":         {"github.com/NVlabs/tiny-cuda-nn", "include"},
	"torch/":                {"github.com/pytorch/pytorch", ""},
	"tvm/":                  {"github.com/apache/tvm", "include"},
	"ucxx/":                 {"github.com/rapidsai/ucxx", "cpp/include"},
	"xgboost/":              {"github.com/dmlc/xgboost", "include"},
}

// RepositoryOf returns the repository to which a header belongs, by its name. It returns false if none is known.
func RepositoryOf(header string) (Repository, bool) {
	longest := ""
	for prefix := range repositories {
		if strings.HasPrefix(header, prefix) && len(prefix) > len(longest) {
			longest = prefix
		}
	}
	return repositories[longest], longest != ""
}
