package command

// nvccOptions maps the names of nvcc's options, with one dash, to descriptions: whether an option has a value, and the
// action that reads it. An option without an action is dropped, with its value if it has one.
var nvccOptions = merge(
	ignored(true, // options of stages that an analysis does not have
		"-Xptxas", "-ptxas-options", "-Xcudafe", "-Xfatbin", "-fatbin-options", "-Xnvlink",
		"-nvlink-options", "-Xlinker", "-linker-options", "-Xarchive", "-archive-options",
		"-ccbin", "-compiler-bindir", "-t", "-threads", "-maxrregcount", "-o", "-output-file",
		"-odir", "-output-directory", "-keep-dir", "-L", "-library-path", "-l", "-library",
		"-code", "-gpu-code", "-diag-suppress", "-diag-error", "-diag-warn", "-Werror", "-MF",
		"-MT", "-MQ", "-dependency-output", "-dependency-target-name", "-ldir",
		"-libdevice-directory", "-idp", "-input-drive-prefix", "-ddp",
		"-dependency-drive-prefix", "-dwdp", "-drive-prefix", "-dopt", "-dlink-time-opt-level",
		"-ftz", "-prec-div", "-prec-sqrt", "-fmad", "-cudart", "-cudadevrt", "-target-dir",
		"-target-directory", "-m", "-machine", "-run-args", "-e", "-entries", "-arbin",
		"-archiver-binary", "-split-compile", "-split-compile-extended", "-time",
		"-fdevice-time-trace", "-brief-diagnostics", "-brief-diag", "-host-linker-script",
		"-static-global-template-stub", "-jump-table-density", "-jtd", "-opt-info",
		"-ftemplate-backtrace-limit", "-ftemplate-depth", "-optimize", "-default-stream-legacy",
		"-tile-only", "-Ofc", "-Ofast-compile"),
	ignored(false, // options without a value that do not change the parse
		"-G", "-device-debug", "-g", "-debug", "-lineinfo", "-generate-line-info", "-c",
		"-compile", "-dw", "-device-w", "-ptx", "-cubin", "-fatbin", "-optix-ir", "-cuda",
		"-E", "-preprocess", "-M", "-MM", "-MD", "-MMD", "-MP", "-w", "-disable-warnings",
		"-pg", "-profile", "-v", "-verbose", "-dryrun", "-keep", "-save-temps", "-clean",
		"-use_fast_math", "-extra-device-vectorization", "-forward-unknown-to-host-compiler",
		"-forward-unknown-to-host-linker", "-forward-unknown-opts",
		"-allow-unsupported-compiler", "-Wno-deprecated-gpu-targets", "-Wreorder",
		"-Wdefault-stream-launch", "-Wmissing-launch-bounds", "-Wext-lambda-captures-this",
		"-Wno-deprecated-declarations", "-restrict", "-res-usage", "-resource-usage",
		"-shared", "-lib", "-link", "-dlink", "-device-link", "-dlto", "-lto",
		"-noprof", "-no-align-double", "-no-exceptions", "-noeh", "-run",
		"-source-in-ptx", "-src-in-ptx", "-suppress-stack-size-warning",
		"-expt-relaxed-constexpr-off", "-gen-opt-lto", "-host-relocatable-link", "-r",
		"-display-error-number", "-no-display-error-number", "-objdir-as-tempdir",
		"-no-compress", "-compress-all", "-disable-optimizer-constants", "-m64", "-m32"),
	map[string]option{
		"-gencode":                 {true, addGencode},
		"-generate-code":           {true, addGencode},
		"-arch":                    {true, addArch},
		"-gpu-architecture":        {true, addArch},
		"-x":                       {true, setLanguage},
		"-std":                     {true, setStandard},
		"-Xcompiler":               {true, hostWords},
		"-compiler-options":        {true, hostWords},
		"-I":                       {true, keep(Folder)},
		"-include-path":            {true, keep(Folder)},
		"-isystem":                 {true, keep(SystemFolder)},
		"-system-include":          {true, keep(SystemFolder)},
		"-include":                 {true, keep(Header)},
		"-pre-include":             {true, keep(Header)},
		"-D":                       {true, keep(Define)},
		"-define-macro":            {true, keep(Define)},
		"-U":                       {true, keep(Undefine)},
		"-undefine-macro":          {true, keep(Undefine)},
		"-rdc":                     {true, defineIf("true", "__CUDACC_RDC__")},
		"-relocatable-device-code": {true, defineIf("true", "__CUDACC_RDC__")},
		"-dc":                      {false, define("__CUDACC_RDC__")},
		"-device-c":                {false, define("__CUDACC_RDC__")},
		"-expt-relaxed-constexpr":  {false, define("__CUDACC_RELAXED_CONSTEXPR__")},
		"-extended-lambda":         {false, define("__CUDACC_EXTENDED_LAMBDA__")},
		"-expt-extended-lambda":    {false, define("__CUDACC_EXTENDED_LAMBDA__")},
		"-default-stream":          {true, defineIf("per-thread", perThread)},
	},
)

const perThread = "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"

// nvccJoined lists the options of nvcc whose value may follow without a separator.
var nvccJoined = []joinedOption{
	{"-I", option{true, keep(Folder)}},
	{"-D", option{true, keep(Define)}},
	{"-U", option{true, keep(Undefine)}},
	{"-O", option{false, nil}},
	{"-L", option{true, nil}},
	{"-l", option{true, nil}},
	{"-t", option{true, nil}},
	{"-o", option{true, nil}},
}

// clangOptions maps the names of options of clang and gcc to descriptions, as nvccOptions does. It has the options that
// an analysis needs, the options whose value is a separate word, and further options that are dropped without a
// warning.
var clangOptions = merge(
	ignored(true,
		"-o", "-MF", "-MT", "-MQ", "-MJ", "-Xclang", "-Xlinker", "-Xassembler",
		"-Xarch_device", "-Xarch_host", "-Xcuda-ptxas", "-Xcuda-fatbinary",
		"-Xopenmp-target", "-mllvm", "-target", "-arch", "-L", "-l", "-T", "-u", "-z",
		"-framework", "-isysroot", "--sysroot", "-B", "--param", "-serialize-diagnostics",
		"--serialize-diagnostics", "-dumpbase", "-aux-info", "-e", "-rpath"),
	ignored(false,
		"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-v", "-w", "-shared",
		"-static", "-pipe", "-pthread", "-no-canonical-prefixes", "--cuda-device-only",
		"--cuda-host-only", "--cuda-compile-host-device", "-nocudainc", "-nocudalib",
		"--no-cuda-version-check", "--cuda-noopt-device-debug", "--no-cuda-noopt-device-debug",
		"--cuda-include-ptx", "--no-cuda-include-ptx", "-nogpulib", "-nogpuinc", "--offload-new-driver"),
	map[string]option{
		"--cuda-gpu-arch":     {true, addArch},
		"--offload-arch":      {true, addArch},
		"--cuda-path":         {true, setCudaPath},
		"-x":                  {true, setLanguage},
		"--language":          {true, setLanguage},
		"-std":                {true, setStandard},
		"--std":               {true, setStandard},
		"-I":                  {true, keep(Folder)},
		"--include-directory": {true, keep(Folder)},
		"-isystem":            {true, keep(SystemFolder)},
		"-iquote":             {true, keep(QuoteFolder)},
		"-idirafter":          {true, keep(LateFolder)},
		"-include":            {true, keep(Header)},
		"--include":           {true, keep(Header)},
		"-D":                  {true, keep(Define)},
		"--define-macro":      {true, keep(Define)},
		"-U":                  {true, keep(Undefine)},
		"--undefine-macro":    {true, keep(Undefine)},
		"-Xpreprocessor":      {true, preprocessorWord},
		"-include-pch":        {true, refuse("-include-pch")},
		"-imacros":            {true, keep(Header)}, // its macros decide which code is compiled; its other declarations do no harm
		"--imacros":           {true, keep(Header)},
		"-ivfsoverlay":        {true, refuse("-ivfsoverlay")},
		"-iframework":         {true, refuse("-iframework")},
		"-iprefix":            {true, refuse("-iprefix")},
		"-F":                  {true, refuse("-F")},
	},
)

// clangJoined lists the options of clang whose value may follow without a separator.
var clangJoined = []joinedOption{
	{"-isystem", option{true, keep(SystemFolder)}},
	{"-iquote", option{true, keep(QuoteFolder)}},
	{"-idirafter", option{true, keep(LateFolder)}},
	{"-include", option{true, keep(Header)}},
	{"-imacros", option{true, keep(Header)}},
	{"-I", option{true, keep(Folder)}},
	{"-D", option{true, keep(Define)}},
	{"-U", option{true, keep(Undefine)}},
	{"-L", option{true, nil}},
	{"-l", option{true, nil}},
	{"-x", option{true, setLanguage}},
	{"-o", option{true, nil}},
	{"-m", option{true, keep(Machine)}},
}

// ignored returns a table of options that are dropped. value reports whether they have a value, which is dropped as
// well.
func ignored(value bool, names ...string) map[string]option {
	table := make(map[string]option, len(names))
	for _, name := range names {
		table[name] = option{value, nil}
	}
	return table
}

func merge(tables ...map[string]option) map[string]option {
	all := map[string]option{}
	for _, table := range tables {
		for name, o := range table {
			all[name] = o
		}
	}
	return all
}
