package check

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/cache"
	"github.com/warpcheck/warpcheck/internal/libraries"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/internal/snapshot"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// A result is stored with its dependencies. The key of the entry is what is known before the unit is read: the build of
// warpcheck, its libraries, the working folder, the environment that clang reads, and the request. The entry has the
// dependencies (package load), with their answers at that time. The result is valid as long as the answers are the
// same. A result is not stored if its worker was lost, or if a file may have changed during the analysis.

// origin identifies the build of warpcheck and the environment that produced a result.
type origin struct {
	Program string
	// Libraries lists the solver's libraries, each with the identity of its build.
	Libraries   []string
	Folder      string
	Environment []string
}

// keyOf returns the key under which the answer to a message is cached: a digest of the message and the origin.
func (o origin) keyOf(m message) (cache.Key, error) {
	encoded, err := result.Encode(&struct {
		Origin  origin
		Message message
	}{o, m})
	return cache.KeyOf(encoded), err
}

// aspect is a respect in which two origins may differ, such as the build of warpcheck or the folder.
type aspect int

const (
	none aspect = iota
	ofProgram
	ofLibraries
	ofFolder
	ofEnvironment
)

func (a aspect) String() string {
	switch a {
	case ofProgram:
		return "build of warpcheck"
	case ofLibraries:
		return "build of Z3"
	case ofFolder:
		return "working folder"
	case ofEnvironment:
		return "environment (" + strings.Join(environment, ", ") + ")"
	}
	return ""
}

// unlike returns a respect in which two origins differ, or none. An empty folder is equal to any folder.
func (o origin) unlike(other origin) aspect {
	switch {
	case o.Program != other.Program:
		return ofProgram
	case !slices.Equal(o.Libraries, other.Libraries):
		return ofLibraries
	case o.Folder != other.Folder && o.Folder != "" && other.Folder != "":
		return ofFolder
	case !slices.Equal(o.Environment, other.Environment):
		return ofEnvironment
	}
	return none
}

// anywhere returns the origin without its folder, for results that depend on no folder.
func (o origin) anywhere() origin {
	o.Folder = ""
	return o
}

// environment lists the environment variables that clang's driver reads.
var environment = []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
	"CCC_ADD_ARGS", "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "SDKROOT", "HOME",
	"CUDA_PATH", "CUDA_HOME", "SOURCE_DATE_EPOCH"}

// programDigest identifies the build of warpcheck: the linker's build ID, or the digest of the executable if there is
// none.
var programDigest = sync.OnceValues(func() (string, error) {
	if id := libraries.Program(); id != "" {
		return id, nil
	}
	const program = "/proc/self/exe"
	text, err := safefile.Read(program, maxProgram)
	if err != nil {
		return "", err
	}
	key := cache.KeyOf(text)
	return string(key[:]), nil
})

// librariesOf returns the solver's libraries, each with the identity of its build. (The parser is part of warpcheck.)
// Loading the libraries takes longer than a run that finds all its results in the store, so the answer is kept in the
// store as well. With a nil store, the libraries are loaded.
func librariesOf(program string, store *cache.Store) ([]string, error) {
	if store == nil {
		if err := smt.Load(); err != nil {
			return nil, load.IncompleteError{Err: err}
		}
		return libraries.Loaded(analysing...), nil
	}
	asked := []string{"libraries", program}
	for _, name := range snapshot.Variables {
		asked = append(asked, name+"="+os.Getenv(name))
	}
	encoded, err := result.Encode(&asked)
	if err != nil {
		return nil, err
	}
	key, before := cache.KeyOf(encoded), snapshot.Snapshot{}
	known := store.Find(key, func(text []byte) bool {
		before = snapshot.Snapshot{}
		return result.Decode(text, &before) == nil && before.Holds()
	})
	if known != "" {
		return before.Loaded, nil
	}
	if err := smt.Load(); err != nil {
		return nil, load.IncompleteError{Err: err}
	}
	now := snapshot.Take(analysing...)
	if encoded, err = result.Encode(&now); err == nil {
		_ = store.Put(key, encoded) // an error is not reported here, because storing the result meets and reports it again
	}
	return now.Loaded, err
}

// analysing lists the prefixes of the names of the libraries on whose build a result depends.
var analysing = []string{"libz3"}

// maxProgram limits how much of warpcheck's own executable is read for its digest. It is larger than any build.
const maxProgram safefile.Limit = 1 << 30

// keeper stores the results of this run, and finds the results that earlier runs stored.
type keeper struct {
	store  *cache.Store
	origin origin

	mutex sync.Mutex
	used  []string
	// wrote reports whether this run stored new entries. failure is the first error of a store operation.
	wrote   bool
	failure error
}

// newOrigin returns the origin of this process. If store is not nil, it looks up the libraries there.
func newOrigin(store *cache.Store) (origin, error) {
	program, err := programDigest()
	if err != nil {
		return origin{}, err
	}
	all, err := librariesOf(program, store)
	if err != nil {
		return origin{}, err
	}
	folder, err := os.Getwd()
	o := origin{Program: program, Libraries: all, Folder: folder}
	for _, name := range environment {
		o.Environment = append(o.Environment, name+"="+os.Getenv(name))
	}
	return o, err
}

// find returns the answer to m that an earlier run stored. It returns false if there is none, or if one of its
// dependencies has changed.
func (k *keeper) find(l *load.Loader, m message) (*answer, bool) {
	key, err := k.origin.keyOf(m)
	if err != nil {
		return nil, false
	}
	var entry answer
	name := k.store.Find(key, func(text []byte) bool {
		entry = answer{}
		return result.Decode(text, &entry) == nil && entry.IsComplete && l.Holds(entry.Dependencies)
	})
	if name == "" {
		return nil, false
	}
	entry.spent = account.Spent(entry.Units)
	for i := range entry.Units {
		entry.Units[i].Seconds = nil // not time of this run: an earlier run spent it
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.used = append(k.used, name)
	return &entry, true
}

// keep stores the answer to a message for later runs.
func (k *keeper) keep(m message, entry *answer) {
	key, err := k.origin.keyOf(m)
	var text []byte
	if err == nil {
		text, err = result.Encode(entry)
	}
	if err == nil {
		err = k.store.Put(key, text)
	}
	k.note(err)
}

// note is called after each attempt to store an entry. It records that the entry was written, or why it was not.
func (k *keeper) note(err error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.wrote = true
	if k.failure == nil {
		k.failure = err
	}
}

// keyOfRoot returns the key under which the result for a root is stored.
func (k *keeper) keyOfRoot(key rootKey) (cache.Key, error) {
	encoded, err := result.Encode(&struct {
		Origin origin
		Root   rootKey
	}{k.origin, key})
	return cache.KeyOf(encoded), err
}

// findRoot returns the result for a root that an earlier run stored, or nil.
func (k *keeper) findRoot(key rootKey) (content []byte) {
	stored, err := k.keyOfRoot(key)
	if err != nil {
		return nil
	}
	name := k.store.Find(stored, func(text []byte) bool {
		content = text
		return true
	})
	if name != "" {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		k.used = append(k.used, name)
	}
	return content
}

// keepRoot stores the result for a root for later runs.
func (k *keeper) keepRoot(one keptRoot) {
	stored, err := k.keyOfRoot(one.Key)
	if err == nil {
		err = k.store.Put(stored, one.Content)
	}
	k.note(err)
}

// end removes old entries until the store is within its size, and marks the entries that this run used. It returns the
// first error of the store in this run.
func (k *keeper) end() error {
	err := k.failure
	if k.wrote && err == nil {
		err = k.store.Trim(cache.MaxSize)
	}
	if len(k.used) > 0 && err == nil {
		err = k.store.Use(k.used)
	}
	return err
}

// startKeeper opens the store of results, if the run has one.
func (c *checker) startKeeper() error {
	if c.options.Cache == "" {
		return nil
	}
	store, err := cache.Open(c.options.Cache)
	if err != nil {
		return err
	}
	if c.origin, err = newOrigin(store); err == nil {
		c.keeper = &keeper{store: store, origin: c.origin}
		c.roots.keeper = c.keeper
	}
	return err
}
