# make run     install what is missing, build, check the guideline's examples
# make test    all tests, the slow ones in part; make test-slow  these whole
# make lint    gofmt, go vet, staticcheck
# make bench   what each phase costs beside the parse, and how it grows; BENCH_PATH names a tree
# make dist    an archive, a Debian package, a wheel and npm packages in dist/; make test-dist installs each in a clean root;
#              MACHINE=arm64 makes those of the other architecture too, by a cross compiler, and tries these
# make vscode  the extension for VS Code, dist/warpcheck.vsix
# make site    the documentation as pages for a browser, dist/site/index.html
# make look    what a browser and an accessibility checker say of these pages, of a report and of the playground; it needs npm and Chromium
# make fuzz    random programs, each kind for as long as FUZZTIME says; FUZZ=TestFuzz/warps for one kind,
#              FUZZSEED=7 to begin at that seed
# make fuzz-parsers  what reads files of others, each for FUZZTIME
# make bruteforce  PROGRAMS random programs of each kind, whose conditions a C++ compiler evaluates for all inputs
# make determinism  ROUNDS runs with other -j, shards, caches and killed workers, FUZZSEED for others: the same bytes
# make rule NAME=my-rule GROUP=races  begin a rule (docs/adding-a-rule.md); make rule-pages writes what is made of the rules
# make mutants  faults that no test notices: MUTANTS of those that can be made in MUTANTS_OF
#
# LLVM=19 links another clang; without it the build takes 15 where
# the machine or its archive has it, else the newest that warpcheck knows.

SHELL := /bin/sh
BENCH_PATH ?=
FUZZ ?= TestFuzz
FUZZPKG ?= ./internal/agree
FUZZTIME ?= 60s
FUZZSEED ?=
ROUNDS ?= 20
MUTANTS ?= 200
PROGRAMS ?= 512
MUTANTS_OF ?= $(sort $(patsubst %/,./%,$(dir $(wildcard lanes/*.go lanes/*/*.go)))) ./rules ./check ./sim

# Found out when a recipe runs: install-deps may bring the archives first.
PICK = $(if $(LLVM),$(LLVM),$(shell scripts/pick-llvm))
TAGS = $(if $(filter 15,$(PICK)),,-tags=llvm$(PICK))
GO = go
# Of clang's archives much is never called: without it the program is a seventh smaller.
SMALLER = -ldflags=-extldflags=-Wl,--gc-sections

.PHONY: run build test test-slow repairs lint bench suite fuzz fuzz-parsers determinism rule rule-pages site look mutants dist test-dist vscode header-names torch-names deps clean

run: build
	@echo
	@echo "bin/warpcheck testdata/guideline (its findings are the expected result)"
	@bin/warpcheck testdata/guideline || [ $$? -eq 1 ]

build: deps
	$(GO) build $(TAGS) $(SMALLER) -o bin/warpcheck ./cmd/warpcheck

# strace shows what a run over a hostile tree does besides reading; cmake and ninja run warpcheck, neovim
# drives the language server, and clang 15 writes the PTX that kernels are compared with. Go gives each package ten minutes, and a busy machine needs more.
test:
	@LLVM="$(LLVM)" scripts/install-deps strace cmake ninja:ninja-build nvim:neovim $$([ "$$(scripts/pick-llvm)" != 15 ] || echo clang-15)
	$(GO) test $(TAGS) -short -timeout 60m ./...

# What -short cuts: further models of kernels that expect the same of all, the PTX of most kernels, architectures, repairs,
# runs in parts, programs.
SLOW = TestKernels|TestSourceAndPTX|TestRepairsEnd|TestProgramsParse|TestSameBytes|TestBlock$$
test-slow: deps
	$(GO) test $(TAGS) -run '$(SLOW)' -timeout 60m ./check ./cli ./frontend/headers ./internal/bruteforce

# All kernels repaired, and looked at again: make test does so with some.
repairs: deps
	$(GO) test $(TAGS) ./check -run TestRepairsEnd -v -timeout 0 -one-in 1

lint: deps
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	  [ -z "$$files" ] || { echo "not formatted, run gofmt -w:"; echo "$$files"; exit 1; }
	$(GO) vet $(TAGS) ./...
	$(GO) tool -modfile=go.tool.mod staticcheck $(TAGS) ./...

bench: deps
	BENCH_PATH="$(abspath $(BENCH_PATH))" $(GO) test $(TAGS) -run '^$$' -bench 'Units|Bounds' -benchtime 1x -timeout 0 ./cli
	$(GO) test $(TAGS) -run '^$$' -bench Growth ./lanes

fuzz: deps
	FUZZTIME=$(FUZZTIME) FUZZSEED=$(FUZZSEED) $(GO) test $(TAGS) -run '$(FUZZ)' -timeout 0 -v $(FUZZPKG)

fuzz-parsers: deps
	scripts/fuzz-parsers $(FUZZTIME) $(TAGS)

bruteforce: deps
	PROGRAMS=$(PROGRAMS) FUZZSEED=$(FUZZSEED) $(GO) test $(TAGS) -timeout 0 -v ./internal/bruteforce

determinism: deps
	$(GO) test $(TAGS) ./cli -run TestSameBytes -v -timeout 0 -rounds $(ROUNDS) -seed $(or $(FUZZSEED),1)

# The documentation as a site of static pages (internal/docsite).
site:
	$(GO) run ./internal/docsite -o dist/site

look: build site
	scripts/htmlcheck/run

# The labelled kernels as a suite for any tool (docs/warpbench.md).
suite:
	$(GO) run ./internal/warpbench write testdata/kernels bench/suite

GROUP ?= masks
rule: deps
	$(GO) run $(TAGS) ./internal/newrule -group '$(GROUP)' '$(NAME)'
	@$(MAKE) --no-print-directory rule-pages

# The pages, the schema and the golden files that list the rules.
rule-pages: deps
	$(GO) test $(TAGS) ./report ./cli -run 'Golden|RulesPage|RulePages|PublishedSchema' -update

# The tests of a layer come first, then the kernels, then tests that take longer; the scripts are what tests check.
MUTANTS_LAST = ./lanes ./sim ./check
mutants: deps
	$(GO) run ./internal/mutants -n $(MUTANTS) -tags '$(subst -tags=,,$(TAGS))' -serve ./check \
	  $(foreach p,$(filter-out $(MUTANTS_LAST),$(MUTANTS_OF)),$(if $(wildcard $(p)/*_test.go),-tests $(p))) \
	  $(foreach p,$(MUTANTS_LAST),-last '$(p) -skip TestKernels|TestServeMutants') -last ./internal/agree -last './cli -run TestScripts @check' $(MUTANTS_OF)

dist: build
	MACHINE= scripts/dist
	$(if $(MACHINE),LLVM="$(LLVM)" scripts/cross $(MACHINE) && MACHINE=$(MACHINE) scripts/dist)

test-dist: dist
	MACHINE=$(MACHINE) scripts/test-dist

vscode:
	cd editors/vscode && npm ci && npm test && npm run package

# The lists that the stand-ins are held against, from the headers of a toolkit; NCCL is the folder of nccl.h. It needs python3-clang-15.
header-names:
	scripts/header-names $(TOOLKIT)/include frontend/headers/testdata/meant $(NCCL)

# The same for PyTorch's headers (TORCH), as far as the projects below EXTENSIONS use them; FLAGS find CUDA's and Python's headers.
torch-names:
	scripts/torch-names $(TORCH) $(EXTENSIONS) frontend/headers/testdata/meant $(FLAGS)

deps:
	@LLVM="$(LLVM)" scripts/install-deps

clean:
	rm -rf bin dist
